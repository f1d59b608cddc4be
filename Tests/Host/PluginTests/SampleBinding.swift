import RestorationPlugins

@testable import RestorationDiscovery

/// A binding with every key, which tests read, or change to make it faulty.
enum SampleBinding {
    static let text = """
        {
          // Widgets.
          "$schema": "restoration-binding.schema.json",
          "binding": 1,
          "id": "org.gtk.widgets",
          "library": ["libgtk-4.so.1", "/usr/lib/libgtk-4.so.1"],
          "requires": {
            "version": "4.8",
            "get": ["gtk_get_major_version() -> uint32", "gtk_get_minor_version() -> uint32"],
            "symbols": ["gtk_test"],
          },
          "types": {"TextIter": "{pointer a, int32 b}", "Direction": "enum {ltr, rtl}"},
          "constants": {"NONE": "pointer(0)"},
          "kind": "g_type_name_from_instance(object) -> string",
          "x-note": "of my own",
          "classes": [
            {
              "id": "Widget", "abstract": true,
              "children": {
                "first": "gtk_widget_get_first_child(object) -> object?",
                "next": "gtk_widget_get_next_sibling(object) -> object?"
              },
              "identifier": {
                "get": "gtk_widget_get_name(object) -> string?",
                "unless": "g_type_name_from_instance(object) -> string",
              },
              "adopt": "g_object_ref(object)", "release": "g_object_unref(object)",
              "state": [
                {"key": "visible", "get": "get_visible(object) -> bool", "set": "show(object, bool)",
                 "default": true, "omitDefault": true},
              ],
            },
            {
              "id": "Window", "is": "GtkWindow", "extends": "Widget", "version": 2,
              "routes": ["**/window:*"], "aliases": ["Frame"],
              "create": "gtk_window_new() -> object", "destroy": "gtk_window_destroy(object)",
              "state": [
                /* Size. */
                {"key": "size", "after": ["visible", "title"],
                 "get": "get_default_size(object, out int32 width, out int32 height)",
                 "set": "set_default_size(object, int32 width, int32 height)",
                 "default": {"width": 10, "height": -1}},
                {"key": "title", "get": "get_title(object) -> string?", "set": "set_title(object, string?)",
                 "default": null, "sensitive": true,
                 "changed": "connect(object, 'notify::title', callback(object, pointer, pointer), null) -> uint64",
                 "unchanged": "disconnect(object, result)"},
                {"key": "columns", "list": {"from": 1, "count": "count(object) -> int32", "clear": "clear(object)"},
                 "get": "column(object, index) -> Direction", "set": "add(object, Direction)",
                 "default": ["ltr", "rtl"]},
                {"key": "focus", "get": "get_focus(object) -> object?", "set": "set_focus(object, object?)"},
                {"key": "serial", "get": "serial(object) -> uint64"},
                {"key": "note", "get": "note(object) -> string", "set": "set_note(object, string)",
                 "base": "base(object, string) -> string?", "shows": "shows(object, string) -> string?"},
              ],
            },
          ],
        }
        """

    static func read(_ text: String) throws(ManifestError) -> BindingDocument {
        try BindingDocument(parsing: Array(text.utf8))
    }
}
