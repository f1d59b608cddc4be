extension Home {
    /// A library of wheels, whose declarations are of the rarer kinds, its header, and a binding.
    ///
    /// - Parameters:
    ///   - calls: in JSON, what the binding does once all is restored.
    ///   - most: the constant that the binding has by the name of one of the header's.
    func installWheel(_ calls: String, most: Int = 12) throws {
        let directory = workingDirectory
        try write(Self.wheelHeader.utf8, to: "\(directory)/wheel.h")
        try write(Self.wheelSource.utf8, to: "\(directory)/wheel.c")
        let run = try compile(["-shared", "-fPIC", "-w", "-o", "libwheel.so", "wheel.c"])
        guard run.status == 0 else { throw CompilerError(message: run.errors) }
        let binding = """
            {
              "binding": 1, "id": "org.example.wheel", "library": "./libwheel.so",
              "constants": { "WHEEL_MOST": "int32(\(most))" },
              "classes": [
                { "id": "Wheel", "create": "wheel_new() -> object", "finished": \(calls) },
              ],
            }

            """
        try write(binding.utf8, to: "\(directory)/wheel.restoration-binding.json")
    }

    private static let wheelHeader = """
        #include <stdint.h>
        struct wheel;
        struct hidden;
        typedef struct { float x, y; } wheel_point;
        typedef struct { wheel_point middle; int32_t spokes; void *owner; } wheel_shape;
        enum wheel_mode { WHEEL_STILL = 1, WHEEL_TURNING = 7 };
        #define WHEEL_MOST 12
        extern int wheel_count;
        struct wheel *wheel_new(void);
        wheel_point wheel_middle(const struct wheel *wheel);
        void wheel_shape_of(const struct wheel *wheel, wheel_shape *shape);
        void wheel_hidden(const struct wheel *wheel, struct hidden *hidden);
        enum wheel_mode wheel_mode(const struct wheel *wheel);
        void (*wheel_handler(const struct wheel *wheel))(int);
        int wheel_old();
        void wheel_log(const struct wheel *wheel, const char *format, ...);
        int wheel_get_size(const struct wheel *wheel);
        void wheel_set_size(struct wheel *wheel, int size);
        __int128 wheel_get_huge(const struct wheel *wheel);
        void wheel_set_huge(struct wheel *wheel, __int128 huge);

        """

    private static let wheelSource = """
        #include "wheel.h"
        #include <stdlib.h>
        int wheel_count;
        struct wheel *wheel_new(void) { return calloc(1, 1); }
        wheel_point wheel_middle(const struct wheel *wheel) { return (wheel_point){0, 0}; }
        void wheel_shape_of(const struct wheel *wheel, wheel_shape *shape) {}
        void wheel_hidden(const struct wheel *wheel, struct hidden *hidden) {}
        enum wheel_mode wheel_mode(const struct wheel *wheel) { return WHEEL_STILL; }
        void (*wheel_handler(const struct wheel *wheel))(int) { return 0; }
        int wheel_old() { return 0; }
        void wheel_log(const struct wheel *wheel, const char *format, ...) {}
        int wheel_get_size(const struct wheel *wheel) { return 0; }
        void wheel_set_size(struct wheel *wheel, int size) {}
        __int128 wheel_get_huge(const struct wheel *wheel) { return 0; }
        void wheel_set_huge(struct wheel *wheel, __int128 huge) {}

        """
}
