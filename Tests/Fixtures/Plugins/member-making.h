// Scenarios in which a member makes and adopts objects.
// Part of member.h, which includes it.
#ifndef MEMBER_MAKING_H
#define MEMBER_MAKING_H

static restoration_status write_number(void *context, restoration_coder *coder) {
    restoration_handle other = *(restoration_handle *)context;
    CHECK(coder->schema_version == 0);
    CHECK(restoration_put_reference(coder, TEXT("x"), other) == RESTORATION_INVALID);
    CHECK(restoration_put_null(coder, TEXT("x")) == RESTORATION_OK);
    CHECK(restoration_begin_array(coder, TEXT("list")) == RESTORATION_OK);
    CHECK(restoration_end(coder) == RESTORATION_OK);
    return restoration_put_int64(coder, TEXT("number"), 42);
}

static restoration_status write_flag(void *context, restoration_coder *coder) {
    return restoration_put_bool(coder, text_of(context), 1);
}

static restoration_status write_half(void *context, restoration_coder *coder) {
    return restoration_begin_array(coder, TEXT("open"));
}

static restoration_status write_nothing(void *context, restoration_coder *coder) {
    return RESTORATION_LIMIT;
}

static restoration_status write_garbage(void *context, restoration_coder *coder) {
    CHECK(restoration_put_string(coder, TEXT("title"), TEXT("\xff")) == RESTORATION_INVALID);
    return RESTORATION_OK;
}

static restoration_status run_make(member *self) {
    restoration_handle kid, other;
    const void *found;
    void *pointer;
    CHECK(host->make(host, self->handle, TEXT("Kid"), write_number, &self->handle, &kid) ==
          RESTORATION_OK);
    CHECK(host->parent(host, kid, &other) == RESTORATION_OK && other == self->handle);
    CHECK(host->child_at(host, self->handle, 0, &other) == RESTORATION_OK && other == kid);
    CHECK(host->child_at(host, self->handle, 1, &other) == RESTORATION_ABSENT);
    CHECK(host->child_at(host, self->handle, UINT64_MAX, &other) == RESTORATION_ABSENT);
    CHECK(host->object_interface(host, kid, MEMBER, &found, &pointer) == RESTORATION_OK);
    CHECK(((const member_table *)found)->number(pointer) == 42);
    CHECK(((const member_table *)found)->handle(pointer) == kid);
    CHECK(host->object_interface(host, kid, TEXT("org.example.other/1"), &found, &pointer) ==
          RESTORATION_UNSUPPORTED);
    CHECK(host->object_interface(host, kid, MEMBER, NULL, &pointer) == RESTORATION_INVALID);

    CHECK(kid_of(self, "", &other) == RESTORATION_INVALID);
    CHECK(host->make(host, self->handle, TEXT("Kid"), NULL, NULL, NULL) == RESTORATION_INVALID);
    CHECK(host->make(host, 0, TEXT("Kid"), NULL, NULL, &other) == RESTORATION_INVALID);
    CHECK(host->make(host, kid + 1000000, TEXT("Kid"), NULL, NULL, &other) == RESTORATION_INVALID);
    CHECK(host->make(host, self->handle, TEXT("No"), write_flag, "decline", &other) ==
          RESTORATION_DECLINED);
    CHECK(host->make(host, self->handle, TEXT("No"), write_half, NULL, &other) ==
          RESTORATION_INVALID);
    CHECK(host->make(host, self->handle, TEXT("No"), write_nothing, NULL, &other) ==
          RESTORATION_LIMIT);
    return RESTORATION_OK;
}

static restoration_status run_failing_make(member *self) {
    restoration_handle other = 5;
    CHECK(host->make(host, self->handle, TEXT("No"), write_flag, "fail", &other) ==
          RESTORATION_FAILED);
    CHECK(host->make(host, self->handle, TEXT("Nobody's"), NULL, NULL, &other) ==
          RESTORATION_FAILED);
    CHECK(host->make(host, self->handle, TEXT("No"), write_garbage, NULL, &other) ==
          RESTORATION_INVALID);
    CHECK(other == 5);
    return RESTORATION_OK;
}

static restoration_status run_adopt(member *self) {
    restoration_handle kid, other;
    member *mine = calloc(1, sizeof *mine);
    mine->number = 7;
    CHECK(host->adopt(host, self->handle, TEXT("Own"), &member_class, NULL, &kid) ==
          RESTORATION_INVALID);
    CHECK(host->adopt(host, self->handle, TEXT("Own"), NULL, mine, &kid) == RESTORATION_INVALID);
    CHECK(host->adopt(host, self->handle, TEXT("Own"), (const restoration_class *)&table, mine,
                      &kid) == RESTORATION_INVALID);
    CHECK(host->adopt(host, self->handle, TEXT(""), &member_class, mine, &kid) ==
          RESTORATION_INVALID);
    CHECK(host->adopt(host, self->handle, TEXT("Own"), &member_class, mine, NULL) ==
          RESTORATION_INVALID);
    CHECK(host->adopt(host, 3, TEXT("Own"), &member_class, mine, &kid) == RESTORATION_INVALID);
    CHECK(host->adopt(host, self->handle, TEXT("Self"), &member_class, self, &kid) ==
          RESTORATION_INVALID);
    CHECK(host->adopt(host, self->handle, TEXT("Own"), &member_class, mine, &kid) ==
          RESTORATION_OK);
    mine->handle = kid;
    CHECK(host->adopt(host, self->handle, TEXT("Twice"), &member_class, mine, &other) ==
          RESTORATION_INVALID);
    CHECK(host->own_object(host, kid) == mine);
    CHECK(host->parent(host, kid, &other) == RESTORATION_OK && other == self->handle);
    return RESTORATION_OK;
}

#endif
