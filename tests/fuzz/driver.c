/* Runs a fuzz target over files instead of under libFuzzer: the corpus and what once broke something. Each argument
 * is a folder that need not exist. */
#include "fuzz/fuzz.h"

#include <dirent.h>

static void run_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    size_t len = 0, cap = 1 << 20;
    uint8_t *data = malloc(cap);

    if (!data || !file)
        abort();
    len = fread(data, 1, cap, file);
    fclose(file);
    /* An exact block, so that a read behind its end is seen. */
    data = realloc(data, len ? len : 1);
    LLVMFuzzerTestOneInput(data, len);
    free(data);
}

int main(int argc, char **argv)
{
    unsigned n = 0;

    for (int i = 1; i < argc; i++) {
        DIR *folder = opendir(argv[i]);
        struct dirent *entry;

        while (folder && (entry = readdir(folder)) != NULL) {
            char path[4096];

            snprintf(path, sizeof path, "%s/%s", argv[i], entry->d_name);
            if (entry->d_name[0] == '.')
                continue;
            printf("%s\n", path);
            fflush(stdout);
            run_file(path);
            n++;
        }
        if (folder)
            closedir(folder);
    }
    printf("%u inputs\n", n);
    return n ? 0 : 1;
}
