// A container with a property and a method. One file that serves as a plugin (with -DPLUGIN) and as
// a part of a program.
#include "box.h"

#include <stdlib.h>
#include <string.h>

#ifdef PLUGIN
RESTORATION_MANIFEST({
    "manifest": 1, "id": "org.example.box", "version": "1.0.0", "abi": "0.3",
    "applications": ["org.example.tested"],
    "classes": [{"id": "Box", "version": 1, "routes": ["Root/Box"]},
                {"id": "Ball", "version": 1, "routes": ["Root/Box/*"]}]
})
#endif

struct box {
    restoration_handle own;
    restoration_handle balls[4];
    int count;
    int32_t weight;
};

struct ball {
    int64_t number;
};

static const restoration_host *host(void) { return restoration_plugin_host; }

static restoration_status box_create(const restoration_creation_request *request, void **object) {
    struct box *box = calloc(1, sizeof *box);
    if (box == NULL)
        return RESTORATION_FAILED;
    box->own = request->object;
    *object = box;
    return RESTORATION_OK;
}

static restoration_status box_made(void *object) {
    struct box *box = object;
    for (int i = 0; i < 2; i++) {
        struct ball *ball = calloc(1, sizeof *ball);
        const char name[] = {'B', (char)('1' + i)};
        if (ball == NULL)
            return RESTORATION_FAILED;
        ball->number = 10 * (i + 1);
        const restoration_status status =
            host()->adopt(host(), box->own, (restoration_string){name, 2}, &ball_class, ball,
                          &box->balls[i]);
        if (status != RESTORATION_OK) {
            free(ball);
            return status;
        }
        box->count++;
    }
    return RESTORATION_OK;
}

static restoration_status box_children(void *object, restoration_children *children,
                                       restoration_handle *selected) {
    const struct box *box = object;
    for (int i = 0; i < box->count; i++)
        restoration_add(children, box->balls[i]);
    *selected = box->count > 0 ? box->balls[0] : 0;
    return RESTORATION_OK;
}

static void box_attach(void *object, const restoration_child *children, uint64_t count,
                       restoration_handle selected) {
    struct box *box = object;
    (void)selected;
    box->count = 0;
    for (uint64_t i = 0; i < count && i < 4; i++)
        box->balls[box->count++] = children[i].object;
}

// Sums the restored balls, which are objects of this file's class.
static int64_t box_sum(struct box *box) {
    int64_t sum = 0;
    for (int i = 0; i < box->count; i++) {
        const struct ball *ball = host()->own_object(host(), box->balls[i]);
        if (ball != NULL)
            sum += ball->number;
    }
    return sum;
}

static void box_drop(struct box *box) {
    if (box->count == 0)
        return;
    box->count--;
    host()->remove_child(host(), box->own, box->balls[box->count]);
    host()->invalidate(host(), box->own);
}

static int32_t box_weight(struct box *box) { return box->weight; }
static void box_set_weight(struct box *box, int32_t weight) { box->weight = weight; }

static const restoration_property weight = RESTORATION_PROPERTY(
    "weight", "(object) -> int32", box_weight, "(object, int32)", box_set_weight, 0);
static const restoration_property *const properties[] = {&weight};
static const restoration_method sum = RESTORATION_METHOD("sum", "(object) -> int64", box_sum);
static const restoration_method drop = RESTORATION_METHOD("drop", "(object)", box_drop);
static const restoration_method *const methods[] = {&sum, &drop};

static const restoration_shape box_shape = {sizeof box_shape, RESTORATION_SHAPE_STACK,
                                            box_children,     box_attach,
                                            NULL,             NULL,
                                            NULL};

const restoration_class box_class = {RESTORATION_CLASS("Box", 1),
                                     .create = box_create,
                                     .made = box_made,
                                     .destroy = free,
                                     .properties = properties,
                                     .property_count = 1,
                                     .methods = methods,
                                     .method_count = 2,
                                     .shape = &box_shape};

static restoration_status ball_create(const restoration_creation_request *request, void **object) {
    (void)request;
    *object = calloc(1, sizeof(struct ball));
    return *object == NULL ? RESTORATION_FAILED : RESTORATION_OK;
}

static restoration_status ball_encode(void *object, restoration_coder *coder) {
    const struct ball *ball = object;
    return restoration_put_int64(coder, RESTORATION_LITERAL("number"), ball->number);
}

static restoration_status ball_decode(void *object, restoration_coder *coder) {
    struct ball *ball = object;
    return restoration_optional(
        restoration_get_int64(coder, RESTORATION_LITERAL("number"), &ball->number));
}

const restoration_class ball_class = {RESTORATION_CLASS("Ball", 1),
                                      .create = ball_create,
                                      .encode = ball_encode,
                                      .decode = ball_decode,
                                      .destroy = free};

#ifdef PLUGIN
RESTORATION_PLUGIN("org.example.box", "1.0.0", &box_class, &ball_class)
#else
const restoration_host *restoration_plugin_host;
#endif
