// Pins the interface's layout. A field that moves would break every compiled plugin, so it fails to
// compile here.
#include "restoration/plugin.h"

#define OFFSET(type, field, offset)                                                                \
    _Static_assert(offsetof(type, field) == (offset), #type "." #field " has moved")
#define SIZE(type, size) _Static_assert(sizeof(type) == (size), #type " has changed its size")

SIZE(restoration_string, 16);
SIZE(restoration_bytes, 16);
SIZE(restoration_date, 16);
SIZE(restoration_uuid, 16);

OFFSET(restoration_value, reserved, 4);
OFFSET(restoration_value, data, 8);
SIZE(restoration_value, 24);

OFFSET(restoration_coder, schema_version, 4);
OFFSET(restoration_coder, context, 8);
OFFSET(restoration_coder, put, 16);
OFFSET(restoration_coder, begin, 24);
OFFSET(restoration_coder, end, 32);
OFFSET(restoration_coder, get, 40);
OFFSET(restoration_coder, enter, 48);
OFFSET(restoration_coder, leave, 56);
OFFSET(restoration_coder, key_at, 64);
OFFSET(restoration_coder, skip, 72);
OFFSET(restoration_coder, copy, 80);
OFFSET(restoration_coder, mark, 88);
SIZE(restoration_coder, 96);

OFFSET(restoration_host, abi_version, 4);
OFFSET(restoration_host, context, 8);
OFFSET(restoration_host, application, 16);
OFFSET(restoration_host, log, 32);
OFFSET(restoration_host, fail, 40);
OFFSET(restoration_host, invalidate, 48);
OFFSET(restoration_host, interface, 56);
OFFSET(restoration_host, add_child, 64);
OFFSET(restoration_host, remove_child, 72);
OFFSET(restoration_host, parent, 80);
OFFSET(restoration_host, child_at, 88);
OFFSET(restoration_host, make, 96);
OFFSET(restoration_host, adopt, 104);
OFFSET(restoration_host, register_object, 112);
OFFSET(restoration_host, find, 120);
OFFSET(restoration_host, own_object, 128);
OFFSET(restoration_host, object_interface, 136);
OFFSET(restoration_host, query, 144);
OFFSET(restoration_host, arrived, 152);
OFFSET(restoration_host, report_progress, 160);
SIZE(restoration_host, 168);

OFFSET(restoration_creation_request, reason, 4);
OFFSET(restoration_creation_request, path, 8);
OFFSET(restoration_creation_request, path_count, 16);
OFFSET(restoration_creation_request, object, 24);
OFFSET(restoration_creation_request, parameters, 32);
OFFSET(restoration_creation_request, captures, 40);
OFFSET(restoration_creation_request, state, 48);
OFFSET(restoration_creation_request, object_class, 56);
SIZE(restoration_creation_request, 64);

OFFSET(restoration_class, schema_version, 4);
OFFSET(restoration_class, id, 8);
OFFSET(restoration_class, create, 24);
OFFSET(restoration_class, encode, 32);
OFFSET(restoration_class, decode, 40);
OFFSET(restoration_class, finished, 48);
OFFSET(restoration_class, destroy, 56);
OFFSET(restoration_class, interface, 64);
OFFSET(restoration_class, migrate, 72);
OFFSET(restoration_class, properties, 80);
OFFSET(restoration_class, property_count, 88);
OFFSET(restoration_class, cancelled, 96);
OFFSET(restoration_class, methods, 104);
OFFSET(restoration_class, method_count, 112);
OFFSET(restoration_class, made, 120);
OFFSET(restoration_class, shape, 128);
OFFSET(restoration_class, user_data, 136);
OFFSET(restoration_class, flags, 144);
OFFSET(restoration_class, reserved, 148);
SIZE(restoration_class, 152);

OFFSET(restoration_child, slot, 8);
SIZE(restoration_child, 24);

OFFSET(restoration_children, reserved, 4);
OFFSET(restoration_children, context, 8);
OFFSET(restoration_children, add, 16);
SIZE(restoration_children, 24);

OFFSET(restoration_shape, flags, 4);
OFFSET(restoration_shape, children, 8);
OFFSET(restoration_shape, attach, 16);
OFFSET(restoration_shape, presented, 24);
OFFSET(restoration_shape, present, 32);
OFFSET(restoration_shape, elements, 40);
SIZE(restoration_shape, 48);

OFFSET(restoration_property, flags, 4);
OFFSET(restoration_property, key, 8);
OFFSET(restoration_property, getter_signature, 24);
OFFSET(restoration_property, getter, 40);
OFFSET(restoration_property, setter_signature, 48);
OFFSET(restoration_property, setter, 64);
OFFSET(restoration_property, restored_after, 72);
OFFSET(restoration_property, default_value, 88);
SIZE(restoration_property, 104);

OFFSET(restoration_method, flags, 4);
OFFSET(restoration_method, name, 8);
OFFSET(restoration_method, signature, 24);
OFFSET(restoration_method, function, 40);
SIZE(restoration_method, 48);

OFFSET(restoration_value_methods, flags, 4);
OFFSET(restoration_value_methods, list, 8);
OFFSET(restoration_value_methods, call, 16);
SIZE(restoration_value_methods, 24);

OFFSET(restoration_plugin, abi_version, 4);
OFFSET(restoration_plugin, id, 8);
OFFSET(restoration_plugin, version, 24);
OFFSET(restoration_plugin, classes, 40);
OFFSET(restoration_plugin, class_count, 48);
OFFSET(restoration_plugin, converters, 56);
OFFSET(restoration_plugin, converter_count, 64);
SIZE(restoration_plugin, 72);

OFFSET(restoration_converter, reserved, 4);
OFFSET(restoration_converter, id, 8);
OFFSET(restoration_converter, convert, 24);
SIZE(restoration_converter, 32);
