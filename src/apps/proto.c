/* croupier proto: the messages of the protocol, for docs/protocol.md and the page. */
#include "apps/command.h"
#include "wire/proto.h"

static void markdown(cr_text *out, const void *with)
{
    (void)with;
    proto_write_markdown(out);
}

static void typescript(cr_text *out, const void *with)
{
    (void)with;
    proto_write_typescript(out);
}

int cmd_proto(int argc, char **argv)
{
    const char *format = "md";
    const cli_option options[] = {
        CLI_TEXT(0, "format", "FORMAT", &format, "md: tables; ts: types for TypeScript"), {0}};
    const cli_usage usage = {
        "proto",
        "Prints the messages of the server's protocol, as docs/protocol.md and the page have them.",
        "croupier proto\ncroupier proto --format ts\n",
        options,
        0,
        0};
    int status = cli_parse(&usage, &argc, argv);

    if (status != CLI_GO)
        return status;
    if (strcmp(format, "md") && strcmp(format, "ts"))
        return cli_error("there is no format '%s': give md or ts", format);
    cli_print(stdout, strcmp(format, "ts") ? markdown : typescript, NULL);
    return CLI_DONE;
}
