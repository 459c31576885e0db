#include "apps/elf.h"

#include <elf.h>

#if defined(__x86_64__)
enum { MACHINE = EM_X86_64 };
#elif defined(__aarch64__)
enum { MACHINE = EM_AARCH64 };
#elif defined(__riscv)
enum { MACHINE = EM_RISCV };
#elif defined(__powerpc64__)
enum { MACHINE = EM_PPC64 };
#else
#error "name the machine of this program's modules here"
#endif

static bool wrong(cr_text *why, const char *text)
{
    cr_text_str(why, text);
    return false;
}

/* Do `n` records of `size` bytes from `at` on lie in the file? */
static bool holds(size_t len, uint64_t at, uint64_t n, uint64_t size)
{
    return at <= len && (!size || n <= (len - at) / size);
}

static bool read_head(const uint8_t *bytes, size_t len, Elf64_Ehdr *head, cr_text *why)
{
    if (len < sizeof *head || memcmp(bytes, ELFMAG, SELFMAG))
        return wrong(why, "it is no library (no ELF file)");
    memcpy(head, bytes, sizeof *head);
    if (head->e_ident[EI_CLASS] != ELFCLASS64 || head->e_ident[EI_DATA] != ELFDATA2LSB ||
        head->e_machine != MACHINE)
        return wrong(why, "it was built for another kind of machine");
    if (head->e_type != ET_DYN)
        return wrong(why, "it is no library that can be loaded");
    if (head->e_phentsize != sizeof(Elf64_Phdr) || head->e_shentsize != sizeof(Elf64_Shdr))
        return wrong(why, "it has no mark of a Croupier game; was it made by croupier_add_game?");
    if (!holds(len, head->e_phoff, head->e_phnum, sizeof(Elf64_Phdr)) ||
        !holds(len, head->e_shoff, head->e_shnum, sizeof(Elf64_Shdr)))
        return wrong(why, "the file is cut short");
    return true;
}

/* What is to be mapped into memory is there: the kernel would end the program at the first missing page. */
static bool is_whole(const uint8_t *bytes, size_t len, const Elf64_Ehdr *head)
{
    for (unsigned i = 0; i < head->e_phnum; i++) {
        Elf64_Phdr part;

        memcpy(&part, bytes + head->e_phoff + i * sizeof part, sizeof part);
        if (!holds(len, part.p_offset, part.p_filesz, 1))
            return false;
    }
    return true;
}

static bool is_ours(const uint8_t *bytes, size_t len, const Elf64_Shdr *names,
                    const Elf64_Shdr *section)
{
    size_t size = sizeof CR_MODULE_SECTION;

    return section->sh_type != SHT_NOBITS && holds(names->sh_size, section->sh_name, size, 1) &&
           holds(len, names->sh_offset, names->sh_size, 1) &&
           !memcmp(bytes + names->sh_offset + section->sh_name, CR_MODULE_SECTION, size);
}

/* The note, found by the name of its section. */
static bool read_note(const uint8_t *bytes, size_t len, const Elf64_Ehdr *head, cr_module_note *out)
{
    Elf64_Shdr names, section;

    if (head->e_shstrndx >= head->e_shnum)
        return false;
    memcpy(&names, bytes + head->e_shoff + head->e_shstrndx * sizeof names, sizeof names);
    for (unsigned i = 0; i < head->e_shnum; i++) {
        memcpy(&section, bytes + head->e_shoff + i * sizeof section, sizeof section);
        if (!is_ours(bytes, len, &names, &section) ||
            !holds(len, section.sh_offset, section.sh_size, 1))
            continue;
        memset(out, 0, sizeof *out);
        memcpy(out, bytes + section.sh_offset,
               section.sh_size < sizeof *out ? section.sh_size : sizeof *out);
        return section.sh_size >= offsetof(cr_module_note, marks) + sizeof out->marks.api &&
               out->owner_size == sizeof CR_MODULE_OWNER &&
               !memcmp(out->owner, CR_MODULE_OWNER, sizeof CR_MODULE_OWNER);
    }
    return false;
}

bool elf_read(const uint8_t *bytes, size_t len, cr_module_marks *out, cr_text *why)
{
    Elf64_Ehdr head;
    cr_module_note note;

    if (!read_head(bytes, len, &head, why))
        return false;
    if (!is_whole(bytes, len, &head))
        return wrong(why, "the file is cut short");
    if (!read_note(bytes, len, &head, &note))
        return wrong(why, "it has no mark of a Croupier game; was it made by croupier_add_game?");
    *out = note.marks;
    return true;
}

static const char *sanitizer_of(uint32_t mark)
{
    static const char *const words[] = {
        "without sanitizers", "with gcc's address sanitizer", "with clang's address sanitizer",
        "with gcc's thread sanitizer", "with clang's thread sanitizer"};

    return mark < CR_COUNT_OF(words) ? words[mark] : "in a way this program does not know";
}

bool elf_fits(const cr_module_marks *marks, cr_text *why)
{
    static const cr_module_marks own = CR_MODULE_MARKS;

    if (marks->api != own.api)
        cr_text_fmt(why,
                    "it was built for version %u of the interface for games, and this program has "
                    "version %u: build it again",
                    marks->api, own.api);
    else if (marks->game != own.game || marks->state != own.state || marks->view != own.view ||
             marks->space != own.space || marks->rows != own.rows)
        cr_text_str(why, "it was built with other headers than this program: build it again");
    else if (marks->sanitizer && marks->sanitizer != own.sanitizer)
        cr_text_fmt(why, "it was built %s, and this program %s", sanitizer_of(marks->sanitizer),
                    sanitizer_of(own.sanitizer));
    else
        return true;
    return false;
}
