// A tally: a count, and a line that the user is typing. The host asks for it at Desk/Tally.
#include <restoration/plugin.h>

#include <stdlib.h>
#include <string.h>

enum { DRAFT_SIZE = 256 };

typedef struct tally {
    restoration_handle handle;
    int64_t count;
    char draft[DRAFT_SIZE];
    uint64_t draft_count;
} tally;

static restoration_status failed(const char *message) {
    const restoration_host *host = restoration_plugin_host;
    host->fail(host, (restoration_string){message, strlen(message)});
    return RESTORATION_FAILED;
}

static restoration_status set_draft(tally *tally, restoration_string draft) {
    if (draft.count > DRAFT_SIZE) return failed("the line is longer than a tally can hold");
    if (draft.count > 0) memcpy(tally->draft, draft.bytes, (size_t)draft.count);
    tally->draft_count = draft.count;
    return RESTORATION_OK;
}

/// Fetches the line from a coder; an absent one is an empty one.
static restoration_status read_draft(tally *tally, restoration_coder *coder) {
    restoration_string draft = {NULL, 0};
    restoration_status status =
        restoration_get_string(coder, RESTORATION_LITERAL("draft"), &draft);
    if (status == RESTORATION_ABSENT) return RESTORATION_OK;
    return status == RESTORATION_OK ? set_draft(tally, draft) : status;
}

static restoration_status create(const restoration_creation_request *request, void **object) {
    tally *made = calloc(1, sizeof *made);
    if (made == NULL) return failed("there is no memory for a tally");
    made->handle = request->object;
    if (request->parameters != NULL) {
        restoration_status status = read_draft(made, request->parameters);
        if (status != RESTORATION_OK) {
            free(made);
            return status;
        }
    }
    *object = made;
    return RESTORATION_OK;
}

static restoration_status encode(void *object, restoration_coder *coder) {
    tally *tally = object;
    restoration_string draft = {tally->draft, tally->draft_count};
    restoration_status status =
        restoration_put_int64(coder, RESTORATION_LITERAL("count"), tally->count);
    if (status != RESTORATION_OK) return status;
    status = restoration_put_string(coder, RESTORATION_LITERAL("draft"), draft);
    if (status != RESTORATION_OK) return status;
    return restoration_mark_sensitive(coder, RESTORATION_LITERAL("draft"));
}

static restoration_status decode(void *object, restoration_coder *coder) {
    tally *tally = object;
    restoration_status status =
        restoration_get_int64(coder, RESTORATION_LITERAL("count"), &tally->count);
    if (status != RESTORATION_OK && status != RESTORATION_ABSENT) return status;
    return read_draft(tally, coder);
}

static void destroy(void *object) { free(object); }

static const restoration_class tally_class = {
    .struct_size = sizeof(restoration_class),
    .schema_version = 1,
    .id = RESTORATION_INITIALIZER("Tally"),
    .create = create,
    .encode = encode,
    .decode = decode,
    .destroy = destroy,
};

RESTORATION_MANIFEST({
    "manifest": 1,
    "id": "org.example.tally.c",
    "version": "1.0.0",
    "abi": "0.3",
    "applications": ["org.example.desk"],
    "classes": [{ "id": "Tally", "version": 1, "routes": ["Desk/Tally"] }]
})

RESTORATION_PLUGIN("org.example.tally.c", "1.0.0", &tally_class)
