// The code of two plugins that share only this interface: objects with children, a friend, and
// scenarios that call all functions of the host.
#ifndef MEMBER_H
#define MEMBER_H

#include <pthread.h>

#include "fixture.h"

#define MEMBER TEXT("org.example.member/1")

typedef struct member member;

/// The interface "org.example.member/1".
typedef struct member_table {
    int32_t (*run)(void *object, const char *scenario);
    restoration_handle (*handle)(void *object);
    int64_t (*number)(void *object);
    void (*befriend)(void *object, restoration_handle other);
    restoration_handle (*friend_of)(void *object);
} member_table;

struct member {
    restoration_handle handle;
    restoration_handle friend_handle;
    int64_t number;
};

static restoration_handle get_handle(void *object) { return ((member *)object)->handle; }
static int64_t get_number(void *object) { return ((member *)object)->number; }
static restoration_handle get_friend(void *object) { return ((member *)object)->friend_handle; }
static void befriend(void *object, restoration_handle other) {
    ((member *)object)->friend_handle = other;
}
static int32_t run(void *object, const char *scenario);
static const member_table table = {run, get_handle, get_number, befriend, get_friend};
static const restoration_class member_class;

static restoration_status create(const restoration_creation_request *request, void **object) {
    int64_t number = 0;
    uint8_t flag;
    restoration_handle handle;
    if (restoration_get_bool(request->parameters, TEXT("decline"), &flag) == RESTORATION_OK)
        return RESTORATION_DECLINED;
    if (restoration_get_bool(request->parameters, TEXT("fail"), &flag) == RESTORATION_OK) {
        host->fail(host, TEXT("born unlucky"));
        return RESTORATION_FAILED;
    }
    // No objects exist yet, not even this one.
    if (request->state != NULL) {
        CHECK(request->state->schema_version == 1);
        restoration_status status =
            restoration_get_reference(request->state, TEXT("friend"), &handle);
        CHECK(status == RESTORATION_MISMATCH || handle == 0);
    }
    CHECK(host->own_object(host, request->object) == NULL);
    CHECK(host->parent(host, request->object, &handle) == RESTORATION_INVALID);
    restoration_get_int64(request->parameters, TEXT("number"), &number);
    member *self = calloc(1, sizeof *self);
    self->handle = request->object;
    self->number = number;
    *object = self;
    return RESTORATION_OK;
}

static restoration_status encode(void *object, restoration_coder *coder) {
    member *self = object;
    restoration_handle child;
    CHECK(coder->schema_version == 1);
    CHECK(restoration_put_int64(coder, TEXT("number"), self->number) == RESTORATION_OK);
    CHECK(restoration_put_reference(coder, TEXT("friend"), self->friend_handle) == RESTORATION_OK);
    CHECK(restoration_begin_dictionary(coder, TEXT("family")) == RESTORATION_OK);
    CHECK(restoration_begin_array(coder, TEXT("children")) == RESTORATION_OK);
    for (uint64_t index = 0;
         host->child_at(host, self->handle, index, &child) == RESTORATION_OK; index++)
        CHECK(restoration_put_reference(coder, RESTORATION_ELEMENT, child) == RESTORATION_OK);
    CHECK(restoration_put_reference(coder, RESTORATION_ELEMENT, 0) == RESTORATION_OK);
    CHECK(restoration_end(coder) == RESTORATION_OK);
    CHECK(restoration_put_reference(coder, TEXT("self"), self->handle) == RESTORATION_OK);
    CHECK(restoration_end(coder) == RESTORATION_OK);

    // An invalid reference only fails its own call.
    CHECK(restoration_put_reference(coder, TEXT("x"), 77) == RESTORATION_INVALID);
    CHECK(restoration_put_reference(coder, TEXT("x"), self->handle + 1000000) ==
          RESTORATION_INVALID);
    CHECK(restoration_get_reference(coder, TEXT("friend"), &child) == RESTORATION_INVALID);
    CHECK(restoration_put_copy(coder, TEXT("x"), coder, TEXT("number")) == RESTORATION_INVALID);
    CHECK(restoration_put_copy(coder, TEXT("x"), NULL, TEXT("number")) == RESTORATION_UNSUPPORTED ||
          coder->copy(coder, TEXT("x"), NULL, TEXT("number")) == RESTORATION_INVALID);
    CHECK(restoration_mark_sensitive(coder, TEXT("absent")) == RESTORATION_ABSENT);
    CHECK(restoration_mark_sensitive(coder, TEXT("")) == RESTORATION_INVALID);
    CHECK(restoration_mark_sensitive(coder, TEXT("number")) == RESTORATION_OK);
    return RESTORATION_OK;
}

static restoration_status decode(void *object, restoration_coder *coder) {
    member *self = object;
    restoration_handle other;
    uint64_t count;
    uint32_t kind;
    CHECK(coder->schema_version == 1);
    CHECK(restoration_get_int64(coder, TEXT("number"), &self->number) == RESTORATION_OK);
    CHECK(restoration_get_kind(coder, TEXT("friend"), &kind) == RESTORATION_OK);
    CHECK(kind == RESTORATION_KIND_REFERENCE || kind == RESTORATION_KIND_NULL);
    CHECK(restoration_get_reference(coder, TEXT("friend"), &self->friend_handle) ==
          RESTORATION_OK);
    CHECK(restoration_get_reference(coder, TEXT("absent"), &other) == RESTORATION_ABSENT);
    CHECK(restoration_get_reference(coder, TEXT("number"), &other) == RESTORATION_MISMATCH);
    CHECK(restoration_get_reference(coder, TEXT("friend"), NULL) == RESTORATION_INVALID);
    CHECK(coder->get(coder, TEXT("friend"), NULL) == RESTORATION_INVALID);
    CHECK(restoration_put_reference(coder, TEXT("friend"), 0) == RESTORATION_INVALID);
    CHECK(restoration_mark_sensitive(coder, TEXT("number")) == RESTORATION_INVALID);
    CHECK(restoration_enter(coder, TEXT("family"), &count) == RESTORATION_OK);
    CHECK(restoration_enter(coder, TEXT("children"), &count) == RESTORATION_OK);
    for (uint64_t index = 0; index < count; index++) {
        CHECK(restoration_get_reference(coder, RESTORATION_ELEMENT, &other) == RESTORATION_OK);
        if (other != 0)
            CHECK(host->add_child(host, self->handle, other) == RESTORATION_OK);
    }
    CHECK(restoration_leave(coder) == RESTORATION_OK);
    CHECK(restoration_get_reference(coder, TEXT("self"), &other) == RESTORATION_OK);
    CHECK(other == self->handle);
    return restoration_leave(coder);
}

static void finished(void *object) {
    if (((member *)object)->number == 13) host->fail(host, TEXT("nobody to tell"));
}

static void destroy(void *object) {
    restoration_handle other;
    // The host still answers, even about the object being destroyed.
    host->child_at(host, ((member *)object)->handle, 0, &other);
    host->invalidate(host, ((member *)object)->handle);
    free(object);
}

static const void *interface(void *object, restoration_string id) {
    return id.count == 20 && memcmp(id.bytes, "org.example.member/1", 20) == 0 ? &table : NULL;
}

CLASS(member_class, "Member", 1, .create = create, .encode = encode, .decode = decode,
      .finished = finished, .destroy = destroy, .interface = interface);

static restoration_status kid_of(const member *self, const char *name, restoration_handle *kid) {
    return host->make(host, self->handle, text_of(name), NULL, NULL, kid);
}

// Scenarios. Each returns RESTORATION_OK, or fails with the text of the condition.
#include "member-host.h"
#include "member-making.h"
#include "member-tree.h"

static int32_t run(void *object, const char *scenario) {
    static const struct {
        const char *name;
        restoration_status (*run)(member *self);
    } scenarios[] = {
        {"make", run_make},
        {"failing make", run_failing_make},
        {"adopt", run_adopt},
        {"tree", run_tree},
        {"strangers", run_strangers},
        {"check strangers", run_check_strangers},
        {"missing friend", run_missing_friend},
        {"register", run_register},
        {"query", run_query},
        {"first spelling", run_first_spelling},
        {"second spelling", run_second_spelling},
        {"before restore", run_before_restore},
        {"without host", run_without_host},
        {"elsewhere", run_elsewhere},
    };
    for (size_t index = 0; index < sizeof scenarios / sizeof *scenarios; index++)
        if (strcmp(scenarios[index].name, scenario) == 0) return scenarios[index].run(object);
    return -1;
}

#endif
