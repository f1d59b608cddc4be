// A plugin that obeys every rule of `restorectl plugin check`. With -DDEFECT="rule", it breaks that
// rule and no other.
#include "fixture.h"

#include <fcntl.h>
#include <fenv.h>
#include <locale.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <unistd.h>

#ifndef EXIT_STATUS
#define EXIT_STATUS 3
#endif
#ifndef DEFECT
#define DEFECT ""
#endif
#ifndef ID
#define ID "org.example.sample"
#endif
#ifndef DESCRIPTOR_ID
#define DESCRIPTOR_ID ID
#endif
#ifndef VERSION
#define VERSION "1.0.0"
#endif
#ifndef ABI
#define ABI "0.3"
#endif
#ifndef CALLS
#define CALLS 1
#endif
#ifndef ROUTES
#define ROUTES ["Desk/{number}/Sample"]
#define LATE_ROUTES ["Desk/Late"]
#endif
#ifndef INTERFACES
#define INTERFACES []
#endif
#ifndef EXTRA
#define EXTRA "priority": 1
#endif

REPLACED_MANIFEST({
    "manifest": 1,
    "id": ID,
    "version": VERSION,
    "abi": ABI,
    "applications": ["org.example.desk"],
    "interfaces": {"needed": INTERFACES},
    "classes": [
        {"id": "Sample", "version": 2, "routes": ROUTES, EXTRA},
        {"id": "Late", "version": 1, "routes": LATE_ROUTES}
    ],
    "converters": [{
        "id": "old",
        "from": {"plugin": "org.example.older", "class": "Old", "version": 1},
        "to": {"plugin": "org.example.sample", "class": "Sample", "version": 2}
    }]
})

static bool has(const char *defect) { return strcmp(DEFECT, defect) == 0; }

enum { ROOM = 1 << 18, NUMBERS = 8 };

typedef struct sample {
    restoration_handle handle;
    char text[ROOM];
    size_t length;
    int64_t count;
    int64_t numbers[NUMBERS];
    size_t number_count;
    bool wide;
    bool tall;
} sample;

/// With the defect "object.separate", the text of all objects.
static char shared_text[ROOM];
static size_t shared_length;

static char *text_place(sample *sample) {
    return has("object.separate") ? shared_text : sample->text;
}

static size_t *length_place(sample *sample) {
    return has("object.separate") ? &shared_length : &sample->length;
}

static void *sleep_for_good(void *context) {
    for (;;) pause();
    return context;
}

static void take(int milliseconds) { poll(NULL, 0, milliseconds); }

static void start(void *(*run)(void *), void *context) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, run, context) == 0) pthread_detach(thread);
}

static void *ask_from_elsewhere(void *context) {
    restoration_handle parent;
    for (int call = 0; call < CALLS; call++) host->parent(host, 1, &parent);
    return context;
}

static void on_signal(int number) { (void)number; }

/// Breaks a rule that holds in every function of a plugin, if DEFECT names it. `stage` is "load" or
/// "object".
static void misbehave(const char *stage) {
    char rule[64];
    snprintf(rule, sizeof rule, "%s.signals", stage);
    if (has(rule)) signal(SIGUSR1, on_signal);
    snprintf(rule, sizeof rule, "%s.locale", stage);
    if (has(rule)) setlocale(LC_ALL, "C.UTF-8");
    snprintf(rule, sizeof rule, "%s.directory", stage);
    if (has(rule) && chdir("/usr") != 0) abort();
    snprintf(rule, sizeof rule, "%s.environment", stage);
    if (has(rule)) setenv("SAMPLE", "changed", 1);
    snprintf(rule, sizeof rule, "%s.calculation", stage);
    if (has(rule)) fesetround(FE_UPWARD);
    snprintf(rule, sizeof rule, "%s.threads", stage);
    if (has(rule)) start(sleep_for_good, NULL);
    snprintf(rule, sizeof rule, "%s.descriptors", stage);
    if (has(rule) && open("/dev/null", O_RDONLY) < 0) abort();
    snprintf(rule, sizeof rule, "%s.output", stage);
    if (has(rule)) puts("Hello");
}

static restoration_status create(const restoration_creation_request *request, void **object) {
    CHECK(!has("object.create"));
    if (has("time.create")) take(60);
    if ((has("object.leaks") || has("object.sanitized")) && malloc(24) == NULL) abort();
    misbehave("object");
    if (has("thread.calls")) start(ask_from_elsewhere, NULL);
    sample *made = calloc(1, sizeof *made);
    CHECK(made != NULL);
    made->handle = request->object;
    for (int64_t number = 1; number <= 3; number++) made->numbers[made->number_count++] = number;
    made->wide = true;
    *object = made;
    return RESTORATION_OK;
}

#ifdef EXITS_AT_LOAD
__attribute__((constructor)) static void end(void) { _exit(EXIT_STATUS); }
#endif

static void destroy(void *object) {
#ifdef CRASHES_AT_END
    abort();
#endif
    free(object);
}

static restoration_status encode(void *object, restoration_coder *coder) {
    sample *self = object;
#ifdef REFUSED
    // The host refuses both, the first silently.
    host->add_child(host, self->handle, self->handle);
    restoration_put_int64(coder, TEXT("restoration.count"), 1);
#endif
    if (has("object.exits")) exit(EXIT_STATUS);
    if (has("object.crashes")) abort();
    if (has("time.encode")) take(60);
    if (has("state.quiet")) host->invalidate(host, self->handle);
    if (has("state.same-twice")) self->count += 1;
    const restoration_string text = {text_place(self), *length_place(self)};
    restoration_status status = restoration_put_string(coder, TEXT("text"), text);
    if (status == RESTORATION_OK) status = restoration_put_int64(coder, TEXT("count"), self->count);
    if (status == RESTORATION_OK) status = restoration_begin_array(coder, TEXT("numbers"));
    for (size_t i = 0; status == RESTORATION_OK && i < self->number_count; i++)
        status = restoration_put_int64(coder, RESTORATION_ELEMENT, self->numbers[i]);
    if (status == RESTORATION_OK) status = restoration_end(coder);
    if (status == RESTORATION_OK) status = restoration_begin_dictionary(coder, TEXT("options"));
    if (status == RESTORATION_OK) status = restoration_put_bool(coder, TEXT("wide"), self->wide);
    if (status == RESTORATION_OK) status = restoration_put_bool(coder, TEXT("tall"), self->tall);
    if (status == RESTORATION_OK) status = restoration_end(coder);
    if (status == RESTORATION_OK && has("state.size")) {
        static const uint8_t padding[5 << 18];
        const restoration_bytes bytes = {padding, sizeof padding};
        status = restoration_put_bytes(coder, TEXT("padding"), bytes);
    }
    restoration_handle parent = 0;
    if (has("host.budget") && status == RESTORATION_LIMIT) abort();
    if (status != RESTORATION_OK) return status;
    const restoration_status found = host->parent(host, self->handle, &parent);
    if (has("host.refuses") && found != RESTORATION_OK) abort();
    return found == RESTORATION_OK ? restoration_put_reference(coder, TEXT("parent"), parent)
                                   : RESTORATION_OK;
}

static bool is_known(restoration_string key) {
    static const char *const known[] = {"text", "count", "numbers", "options", "parent"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strlen(known[i]) == key.count && memcmp(known[i], key.bytes, key.count) == 0)
            return true;
    return false;
}

static restoration_status decode_numbers(sample *self, restoration_coder *coder) {
    uint64_t count = 0;
    restoration_status status = restoration_enter_array(coder, TEXT("numbers"), &count);
    if (status == RESTORATION_ABSENT) return RESTORATION_OK;
    if (status != RESTORATION_OK) return status;
    self->number_count = 0;
    for (uint64_t i = 0; i < count && self->number_count < NUMBERS; i++) {
        int64_t number;
        status = restoration_get_int64(coder, RESTORATION_ELEMENT, &number);
        if (status != RESTORATION_OK) return status;
        self->numbers[self->number_count++] = number;
    }
    return restoration_leave(coder);
}

static restoration_status decode_options(sample *self, restoration_coder *coder) {
    uint64_t count = 0;
    restoration_status status = restoration_enter_dictionary(coder, TEXT("options"), &count);
    if (status == RESTORATION_ABSENT) return RESTORATION_OK;
    if (status != RESTORATION_OK) return status;
    if (has("state.cut") && count == 1) abort();
    if (has("state.nested") && count == 3) abort();
    uint8_t value;
    if (restoration_get_bool(coder, TEXT("wide"), &value) == RESTORATION_OK) self->wide = value;
    if (restoration_get_bool(coder, TEXT("tall"), &value) == RESTORATION_OK) self->tall = value;
    return restoration_leave(coder);
}

static restoration_status decode(void *object, restoration_coder *coder) {
    sample *self = object;
    static int decodes;
    decodes += 1;
    if (has("object.returns")) pause();
    if (has("time.decode")) take(60);
    if (has("state.reads")) return RESTORATION_OK;
    restoration_bytes padding;
    if (has("state.size")) restoration_get_bytes(coder, TEXT("padding"), &padding);
    restoration_string text = {NULL, 0};
    restoration_status text_status = restoration_get_string(coder, TEXT("text"), &text);
    CHECK(!has("state.empty") || text_status != RESTORATION_ABSENT);
    if (text_status == RESTORATION_OK) {
        CHECK(text.count <= ROOM);
        if (text.count > 0) memcpy(text_place(self), text.bytes, text.count);
        *length_place(self) = text.count;
    } else if (text_status != RESTORATION_ABSENT) {
        return text_status;
    }
    restoration_status status = restoration_get_int64(coder, TEXT("count"), &self->count);
    CHECK(!has("state.missing-key") || status != RESTORATION_ABSENT
          || text_status == RESTORATION_ABSENT);
    restoration_string other;
    if (has("state.other-kinds") && status == RESTORATION_MISMATCH
        && restoration_get_string(coder, TEXT("count"), &other) == RESTORATION_OK)
        abort();
    if (has("state.random") && status == RESTORATION_MISMATCH
        && text_status == RESTORATION_ABSENT)
        abort();
    if (status != RESTORATION_OK && status != RESTORATION_ABSENT) return status;
    if (has("state.limits") && self->count == INT64_MAX) abort();
    if (has("state.settles") && self->count < 0) self->count -= 1;
    if (has("state.round-trip")) self->count += 1;
    if (has("state.every-launch") && decodes % 3 == 0) self->count = 1000;
    status = decode_numbers(self, coder);
    if (status == RESTORATION_OK) status = decode_options(self, coder);
    if (status != RESTORATION_OK) return status;
    restoration_string key;
    for (uint64_t i = 0; restoration_key_at(coder, i, &key) == RESTORATION_OK; i++)
        CHECK(!has("state.unknown-key") || is_known(key));
    restoration_handle parent = 0;
    if (restoration_get_reference(coder, TEXT("parent"), &parent) == RESTORATION_OK) {
        if (has("state.missing-reference") && parent == 0) abort();
        if (has("state.cycle") && parent == self->handle) abort();
    }
    return RESTORATION_OK;
}

static restoration_status migrate(const restoration_class *object_class, uint32_t version,
                                  restoration_coder *state, restoration_coder *migrated) {
    CHECK(!has("state.older"));
    restoration_string title;
    restoration_status status = restoration_get_string(state, TEXT("title"), &title);
    if (has("state.older-damaged") && status == RESTORATION_MISMATCH) abort();
    if (status != RESTORATION_OK) return status == RESTORATION_ABSENT ? RESTORATION_OK : status;
    status = restoration_put_string(migrated, TEXT("text"), title);
    return status == RESTORATION_OK ? restoration_put_int64(migrated, TEXT("count"), 0) : status;
}

static restoration_status convert(const restoration_converter *converter, restoration_coder *state,
                                  restoration_coder *converted) {
    restoration_string title;
    restoration_status status = restoration_get_string(state, TEXT("title"), &title);
    if (has("converter.any") && status == RESTORATION_ABSENT) abort();
    if (status != RESTORATION_OK) return status == RESTORATION_ABSENT ? RESTORATION_OK : status;
    return restoration_put_string(converted, TEXT("text"), title);
}

static const void *interface(void *object, restoration_string id) {
    static const int table = 1;
    static const char own[] = "org.example.sample.table/1";
    if (has("interface.unknown")) return &table;
    return id.count == sizeof own - 1 && memcmp(id.bytes, own, id.count) == 0 ? &table : NULL;
}

static int64_t add(void *object, int64_t number) {
    sample *self = object;
    if (has("method.limits") && number == INT64_MIN) abort();
    self->count = (int64_t)((uint64_t)self->count + (uint64_t)number);
    if (!has("method.tells")) host->invalidate(host, self->handle);
    return self->count;
}

static const restoration_method adding =
    RESTORATION_METHOD("add", "(object, int64) -> int64", add);
static const restoration_method *const methods[] = {&adding};

CLASS(sample_class, "Sample", 2, .create = create, .encode = encode, .decode = decode,
      .destroy = destroy, .interface = interface, .migrate = migrate, .methods = methods,
      .method_count = 1);

// MARK: A class that says "not yet"

/// The handle that waits for its data; one at a time suffices here.
static restoration_handle awaited;

static void *bring(void *context) {
    take(1);
    host->arrived(host, (restoration_handle)(uintptr_t)context);
    return NULL;
}

static restoration_status create_late(const restoration_creation_request *request, void **object) {
    if (request->reason != RESTORATION_REASON_MAKE && awaited != request->object) {
        awaited = request->object;
        if (!has("later.arrives")) start(bring, (void *)(uintptr_t)request->object);
        return RESTORATION_NOT_YET;
    }
    *object = malloc(1);
    CHECK(*object != NULL);
    return RESTORATION_OK;
}

static void cancel_late(const restoration_class *object_class, restoration_handle object) {
    if (has("later.cancelled")) abort();
}

CLASS(late_class, "Late", 1, .create = create_late, .destroy = destroy, .cancelled = cancel_late);

CLASS(unlisted_class, "Unlisted", 1, .create = create, .destroy = destroy);

static const restoration_converter converter = {
    .struct_size = sizeof(restoration_converter),
    .id = RESTORATION_INITIALIZER("old"),
    .convert = convert,
};

// MARK: The library

#ifdef UNDEFINED
void nobody_defines_this(void);
#endif
#ifdef NEEDED
void needed_elsewhere(void);
#endif
#ifdef EXPORTED
RESTORATION_EXPORT int exported_by_mistake(void) { return 1; }
#endif
#ifdef MUCH_TLS
// More than the dynamic loader's reserve for a running program.
static __thread char much[1 << 20] __attribute__((tls_model("initial-exec"), used));
#endif

RESTORATION_EXPORT const restoration_plugin *restoration_plugin_entry(
    const restoration_host *given) {
    static const restoration_class *const classes[] = {
        &sample_class, &late_class, &unlisted_class};
    static const restoration_converter *const converters[] = {&converter};
    static restoration_plugin plugin = {
        .struct_size = sizeof(restoration_plugin),
        .abi_version = RESTORATION_ABI_VERSION,
        .id = RESTORATION_INITIALIZER(DESCRIPTOR_ID),
        .version = RESTORATION_INITIALIZER(VERSION),
        .classes = classes,
        .class_count = 2,
        .converters = converters,
        .converter_count = 1,
    };
    host = given;
#ifdef UNDEFINED
    nobody_defines_this();
#endif
#ifdef NEEDED
    needed_elsewhere();
#endif
#ifdef MUCH_TLS
    much[0] = 1;
#endif
    if (has("load.entry")) return NULL;
    if (has("load.unlisted")) plugin.class_count = 3;
    if (has("load.time")) take(300);
    misbehave("load");
    return &plugin;
}
