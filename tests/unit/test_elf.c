/* Files of modules, read before they are loaded: one that is whole is taken, every cut and every other kind of file is
 * named, and no changed byte leads the reader outside of the file (the sanitizers would tell). */
#include "apps/elf.h"
#include "support/cmocka_all.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>

static uint8_t *bytes;
static size_t len;

static int read_kuhn(void **unused)
{
    FILE *file = fopen(CR_TEST_BINARY_DIR "/examples/kuhn.so", "rb");

    (void)unused;
    if (!file || fseek(file, 0, SEEK_END))
        return -1;
    len = (size_t)ftell(file);
    rewind(file);
    bytes = malloc(len);
    if (!bytes || fread(bytes, 1, len, file) != len)
        return -1;
    return fclose(file);
}

static int drop_kuhn(void **unused)
{
    (void)unused;
    free(bytes);
    return 0;
}

/* A copy of exactly this length, so that a read behind its end is seen. */
static bool is_taken(const uint8_t *from, size_t n, const char *words)
{
    uint8_t *copy = malloc(n ? n : 1);
    char text[256];
    cr_text why = cr_text_on(text, sizeof text);
    cr_module_marks marks;
    bool is_good;

    assert_non_null(copy);
    memcpy(copy, from, n);
    is_good = elf_read(copy, n, &marks, &why) && elf_fits(&marks, &why);
    free(copy);
    if (words && (is_good || !strstr(text, words)))
        fail_msg("'%s' instead of '%s'", is_good ? "taken" : text, words);
    return is_good;
}

static void a_module_is_taken(void **unused)
{
    (void)unused;
    assert_true(is_taken(bytes, len, NULL));
}

static void every_cut_is_found(void **unused)
{
    (void)unused;
    for (size_t n = 0; n < len; n += n < 2048 || n + 2048 > len ? 1 : 61)
        is_taken(bytes, n, n < sizeof(Elf64_Ehdr) ? "no library" : "cut short");
}

static void other_files_are_named(void **unused)
{
    Elf64_Ehdr head, kept;

    (void)unused;
    is_taken((const uint8_t *)"#!/bin/sh\nexit 0\n", 17, "no library");
    memcpy(&kept, bytes, sizeof kept);
    head = kept;
    head.e_machine = EM_S390;
    memcpy(bytes, &head, sizeof head);
    is_taken(bytes, len, "another kind of machine");
    head = kept;
    head.e_ident[EI_CLASS] = ELFCLASS32;
    memcpy(bytes, &head, sizeof head);
    is_taken(bytes, len, "another kind of machine");
    head = kept;
    head.e_type = ET_REL;
    memcpy(bytes, &head, sizeof head);
    is_taken(bytes, len, "no library that can be loaded");
    head = kept;
    head.e_shnum = 0;
    memcpy(bytes, &head, sizeof head);
    is_taken(bytes, len, "no mark of a Croupier game");
    memcpy(bytes, &kept, sizeof kept);
}

static uint8_t *find_note(void)
{
    const cr_module_note note = {sizeof CR_MODULE_OWNER, sizeof(cr_module_marks), 1,
                                 CR_MODULE_OWNER, CR_MODULE_MARKS};

    for (size_t i = 0; i + sizeof note <= len; i++)
        if (!memcmp(bytes + i, &note, sizeof note))
            return bytes + i;
    return NULL;
}

static void what_it_was_built_with_must_fit(void **unused)
{
    uint8_t *note = find_note();
    cr_module_note kept, changed;

    (void)unused;
    assert_non_null(note);
    memcpy(&kept, note, sizeof kept);
    changed = kept;
    changed.marks.api = 99;
    memcpy(note, &changed, sizeof changed);
    is_taken(bytes, len, "version 99 of the interface");
    changed = kept;
    changed.marks.state += 8;
    memcpy(note, &changed, sizeof changed);
    is_taken(bytes, len, "other headers");
    changed = kept;
    changed.marks.rows++;
    memcpy(note, &changed, sizeof changed);
    is_taken(bytes, len, "other headers");
    changed = kept;
    changed.marks.sanitizer = CR_SANITIZER == 4 ? 3 : 4;
    memcpy(note, &changed, sizeof changed);
    is_taken(bytes, len, "thread sanitizer");
    changed.marks.sanitizer = 0; /* plain code runs in every program */
    memcpy(note, &changed, sizeof changed);
    assert_true(is_taken(bytes, len, NULL));
    changed = kept;
    changed.owner[0] = 'c';
    memcpy(note, &changed, sizeof changed);
    is_taken(bytes, len, "no mark of a Croupier game");
    memcpy(note, &kept, sizeof kept);
}

/* Each byte of the head and of the section table to its extremes: taken or refused, never read outside. */
static void no_changed_byte_leads_outside(void **unused)
{
    Elf64_Ehdr head;

    (void)unused;
    memcpy(&head, bytes, sizeof head);
    for (size_t i = 0; i < sizeof head + head.e_phnum * sizeof(Elf64_Phdr); i++)
        for (unsigned value = 0; value < 3; value++) {
            uint8_t kept = bytes[i];

            bytes[i] = value == 0 ? 0 : value == 1 ? 0xFF : (uint8_t)(kept ^ 0x80);
            is_taken(bytes, len, NULL);
            bytes[i] = kept;
        }
    for (size_t i = head.e_shoff; i < len; i++) {
        uint8_t kept = bytes[i];

        bytes[i] = 0xFF;
        is_taken(bytes, len, NULL);
        bytes[i] = kept;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_module_is_taken),
        cmocka_unit_test(every_cut_is_found),
        cmocka_unit_test(other_files_are_named),
        cmocka_unit_test(what_it_was_built_with_must_fit),
        cmocka_unit_test(no_changed_byte_leads_outside),
    };

    return cmocka_run_group_tests(tests, read_kuhn, drop_kuhn);
}
