// State that outlives its plugin.
//
// Each -D builds one plugin. X1 and X2 build org.example.x, with version 1 or 2 of the class X.
// TWIN builds another plugin that also has a class X. Y3 builds org.example.y, with version 3 of
// the class Y. X saves a text, a reference to its holder, and RESTORATION_CONVERT_SIZE bytes of
// filler. UNLOADABLE makes the entry point fail.
//
// CONVERTERS converts X1 to X2 to Y1 to Y3; SHORTCUT and RIVAL convert X1 to Y3 directly. HALFWAY
// stops at Y1, which Y3 migrates if built with MIGRATES. BACK converts X2 to X1. The manifest of
// LACKING lists a converter that the library does not have. The descriptor of OLD has a size that
// ends before the field `converters`.
//
// RESTORATION_CONVERT names the converter that fails, or is "decode", and then Y's decode fails.
// With FORGETFUL, a converter reports the failure and returns success. RESTORATION_CONVERT_CRASH
// names a function or a converter that crashes or, with RESTORATION_CONVERT_BY, ends by "hang" or
// "kill". If RESTORATION_CONVERT_LATER is set, Y's decode returns NOT_YET, and each encode of Y
// stores a higher "edits". If its value is "create", create of both classes returns NOT_YET, too.
#include <signal.h>
#include <stddef.h>

#include "fixture.h"

#ifdef REBUILT
// Another build of the same version.
__attribute__((used)) static const char rebuilt[4096] = {1};
#endif

static volatile int sink;

// Crashes, kills or hangs the process if RESTORATION_CONVERT_CRASH names this function.
static void end_in(const char *what, size_t count) {
    const char *meant = getenv("RESTORATION_CONVERT_CRASH");
    const char *way = getenv("RESTORATION_CONVERT_BY");
    if (meant == NULL || strlen(meant) != count || memcmp(meant, what, count) != 0)
        return;
    if (way != NULL && strcmp(way, "kill") == 0)
        raise(SIGKILL);
    while (way != NULL && strcmp(way, "hang") == 0)
        sink++;
    *(volatile int *)(uintptr_t)8 = 1;
}

#if defined(X1) || defined(X2) || defined(TWIN) || defined(Y3)

typedef struct {
    restoration_handle handle;
    restoration_handle holder;
    char text[96];
} object;

static restoration_status create(const restoration_creation_request *request, void **result) {
    const restoration_string name = request->path[request->path_count - 1];
    object *self = calloc(1, sizeof *self);
    const char *later = getenv("RESTORATION_CONVERT_LATER");
    end_in("create", strlen("create"));
    if (later != NULL && strcmp(later, "create") == 0) {
        free(self);
        return RESTORATION_NOT_YET;
    }
    self->handle = request->object;
    snprintf(self->text, sizeof self->text, "words of %.*s", (int)name.count, name.bytes);
    *result = self;
    return RESTORATION_OK;
}

static restoration_status get(restoration_coder *coder, const char *key, char *text) {
    restoration_string found;
    restoration_status status = restoration_get_string(coder, text_of(key), &found);
    if (status == RESTORATION_OK)
        snprintf(text, 96, "%.*s", (int)found.count, found.bytes);
    return status;
}
#endif

#if defined(X1) || defined(X2) || defined(TWIN)
#if defined(TWIN)
#define ID "org.example.twin"
#else
#define ID "org.example.x"
#endif
#if defined(X2)
#define KEY "body"
#define VERSION 2
#else
#define KEY "text"
#define VERSION 1
#endif
REPLACED_MANIFEST({
    "manifest": 1, "id": ID, "version": "1.0.0", "abi": "0.3",
    "applications": ["org.example.test"],
    "classes": [{"id": "X", "version": VERSION, "routes": ["Frame/*"]}]
})

static restoration_status encode(void *self, restoration_coder *coder) {
    restoration_handle holder = ((object *)self)->holder;
    const char *size = getenv("RESTORATION_CONVERT_SIZE");
    if (size != NULL) {
        const size_t count = strtoul(size, NULL, 10);
        uint8_t *filler = calloc(1, count);
        restoration_put_bytes(coder, TEXT("filler"), (restoration_bytes){filler, count});
        free(filler);
    }
    if (holder == 0)
        host->parent(host, ((object *)self)->handle, &holder);
    restoration_put_reference(coder, TEXT("holder"), holder);
    return restoration_put_string(coder, TEXT(KEY), text_of(((object *)self)->text));
}

static restoration_status decode(void *self, restoration_coder *coder) {
    restoration_get_reference(coder, TEXT("holder"), &((object *)self)->holder);
    const restoration_status status = get(coder, KEY, ((object *)self)->text);
    // Version 2 also reads the state of version 1.
    return status == RESTORATION_OK ? status : get(coder, "text", ((object *)self)->text);
}

__attribute__((unused))
CLASS(x_class, "X", VERSION, .create = create, .encode = encode, .decode = decode, .destroy = free);

#ifdef UNLOADABLE
RESTORATION_EXPORT const restoration_plugin *restoration_plugin_entry(const restoration_host *to) {
    to->fail(to, TEXT("it is out of order"));
    return NULL;
}
#else
ENTRY_POINT(ID, x_class)
#endif

#elif defined(Y3)
RESTORATION_MANIFEST({
    "manifest": 1, "id": "org.example.y", "version": "1.0.0", "abi": "0.3",
    "applications": ["org.example.test"],
    "classes": [{"id": "Y", "version": 3, "routes": ["Frame/Y*"]}]
})

static restoration_status encode(void *self, restoration_coder *coder) {
    static int64_t edits = 0;
    end_in("encode", strlen("encode"));
    if (getenv("RESTORATION_CONVERT_LATER") != NULL)
        restoration_put_int64(coder, TEXT("edits"), ++edits);
    restoration_put_reference(coder, TEXT("holder"), ((object *)self)->holder);
    return restoration_put_string(coder, TEXT("title"), text_of(((object *)self)->text));
}

static restoration_status decode(void *self, restoration_coder *coder) {
    char title[96];
    uint64_t length = 0;
    const char *failing = getenv("RESTORATION_CONVERT");
    end_in("decode", strlen("decode"));
    if (failing != NULL && strcmp(failing, "decode") == 0)
        return RESTORATION_FAILED;
    if (getenv("RESTORATION_CONVERT_LATER") != NULL)
        return RESTORATION_NOT_YET;
    if (restoration_get_reference(coder, TEXT("holder"), &((object *)self)->holder)
        != RESTORATION_OK)
        return RESTORATION_FAILED;
    if (get(coder, "title", title) != RESTORATION_OK)
        return RESTORATION_FAILED;
    // Converted state contains a length; the class's own state does not.
    if (restoration_get_uint64(coder, TEXT("length"), &length) == RESTORATION_OK)
        snprintf(((object *)self)->text, 96, "%.70s, %llu bytes", title,
                 (unsigned long long)length);
    else
        snprintf(((object *)self)->text, 96, "%s", title);
    return RESTORATION_OK;
}

#ifdef MIGRATES
static restoration_status migrate(const restoration_class *class_, uint32_t version,
                                  restoration_coder *state, restoration_coder *migrated) {
    (void)class_;
    restoration_put_copy(migrated, TEXT("holder"), state, TEXT("holder"));
    return restoration_put_copy(migrated, version == 1 ? TEXT("word") : TEXT("title"), state,
                                version == 1 ? TEXT("name") : TEXT("word"));
}
#define MIGRATE migrate
#else
#define MIGRATE NULL
#endif

CLASS(y_class, "Y", 3, .create = create, .encode = encode, .decode = decode, .migrate = MIGRATE,
      .destroy = free);

ENTRY_POINT("org.example.y", y_class)

#else

static int is_to_fail(const restoration_converter *converter) {
    const char *id = getenv("RESTORATION_CONVERT");
    return id != NULL && strlen(id) == converter->id.count
           && memcmp(id, converter->id.bytes, converter->id.count) == 0;
}

static restoration_status rename_text(const restoration_converter *converter,
                                      restoration_coder *state, restoration_coder *converted,
                                      const char *from, const char *to) {
    end_in(converter->id.bytes, converter->id.count);
    restoration_put_copy(converted, TEXT("holder"), state, TEXT("holder"));
    if (is_to_fail(converter)) {
        restoration_plugin_host->fail(restoration_plugin_host, TEXT("it is out of order"));
#ifdef FORGETFUL
        return RESTORATION_OK;
#else
        return RESTORATION_FAILED;
#endif
    }
    return restoration_put_copy(converted, text_of(to), state, text_of(from));
}

static restoration_status put_length(restoration_coder *state, restoration_coder *converted,
                                     const char *key) {
    restoration_string text;
    restoration_status status = restoration_get_string(state, text_of(key), &text);
    if (status != RESTORATION_OK)
        return status;
    return restoration_put_uint64(converted, TEXT("length"), text.count);
}

/// Defines a converter that renames the text. With `has_length`, it also stores the text's length.
#define CONVERTER(name, function, from, to, has_length)                                            \
    static restoration_status function(const restoration_converter *converter,                     \
                                       restoration_coder *state, restoration_coder *converted) {   \
        if (has_length) put_length(state, converted, from);                                        \
        return rename_text(converter, state, converted, from, to);                                 \
    }                                                                                              \
    static const restoration_converter function##_converter = {                                    \
        .struct_size = sizeof(restoration_converter),                                              \
        .id = RESTORATION_INITIALIZER(name),                                                       \
        .convert = function}

CONVERTER("X1X2", x1_to_x2, "text", "body", 0);
CONVERTER("X2X1", x2_to_x1, "body", "text", 0);
CONVERTER("X2Y1", x2_to_y1, "body", "name", 0);
CONVERTER("Y1Y3", y1_to_y3, "name", "title", 1);
CONVERTER("X1Y3", x1_to_y3, "text", "title", 1);

#define STEP(name, from_plugin, from_class, from_version, to_plugin, to_class, to_version)         \
    {"id": name, "from": {"plugin": from_plugin, "class": from_class, "version": from_version},    \
     "to": {"plugin": to_plugin, "class": to_class, "version": to_version}}
#define FROM_X(name, version, to_plugin, to_class, to_version)                                     \
    STEP(name, "org.example.x", "X", version, to_plugin, to_class, to_version)
#define X1_X2 FROM_X("X1X2", 1, "org.example.x", "X", 2)
#define X2_X1 FROM_X("X2X1", 2, "org.example.x", "X", 1)
#define X2_Y1 FROM_X("X2Y1", 2, "org.example.y", "Y", 1)
#define X1_Y3(name) FROM_X(name, 1, "org.example.y", "Y", 3)
#define Y1_Y3 STEP("Y1Y3", "org.example.y", "Y", 1, "org.example.y", "Y", 3)

#if defined(SHORTCUT)
#define ID "org.example.shortcut"
#define STEPS X1_Y3("X1Y3")
#elif defined(RIVAL)
#define ID "org.example.rival"
#define STEPS X1_Y3("X1Y3")
#elif defined(HALFWAY)
#define ID "org.example.halfway"
#define STEPS X2_Y1, X1_X2
#elif defined(BACK)
#define ID "org.example.back"
#define STEPS X2_X1
#elif defined(LACKING)
#define ID "org.example.lacking"
#define STEPS X1_Y3("Other")
#elif defined(OLD)
#define ID "org.example.old"
#define STEPS X1_Y3("X1Y3")
#else
#define ID "org.example.converters"
#define STEPS Y1_Y3, X2_X1, X2_Y1, X1_X2
#endif

REPLACED_MANIFEST({
    "manifest": 1, "id": ID, "version": "1.0.0", "abi": "0.3",
    "applications": ["org.example.test"], "converters": [STEPS]
})

#if !defined(OLD)
RESTORATION_CONVERTERS(ID, "1.0.0", &x1_to_y3_converter, &x1_to_x2_converter, &x2_to_x1_converter,
                       &x2_to_y1_converter, &y1_to_y3_converter)
#else
const restoration_plugin *restoration_plugin_entry(const restoration_host *host) {
    static const restoration_converter *const converters[] = {
        &x1_to_y3_converter, &x1_to_x2_converter, &x2_to_x1_converter, &x2_to_y1_converter,
        &y1_to_y3_converter};
    // Memory after the end of the descriptor is not the plugin's.
    static const restoration_plugin plugin = {
        .struct_size = offsetof(restoration_plugin, converters),
        .abi_version = RESTORATION_ABI_VERSION,
        .id = RESTORATION_INITIALIZER(ID),
        .version = RESTORATION_INITIALIZER("1.0.0"),
        .converters = converters,
        .converter_count = 5};
    restoration_plugin_host = host;
    return &plugin;
}
const restoration_host *restoration_plugin_host;
#endif
#endif
