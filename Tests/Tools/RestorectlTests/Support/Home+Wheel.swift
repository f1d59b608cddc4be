extension Home {
    /// Installs a library of wheels with unusual declarations, its header, and a binding.
    ///
    /// - Parameters:
    ///   - calls: The calls after a restore, in the binding's JSON.
    ///   - most: The binding's value for a constant that the header defines, too.
    func installWheel(_ calls: String, most: Int = 12) throws {
        try buildLibrary(
            "wheel",
            header: Self.wheelHeader,
            defining: ["wheel_get_sizes", "wheel_get_turns"],
            "int wheel_count;\n"
        )
        let binding = """
            {
              "binding": 1, "id": "org.example.wheel", "library": "./libwheel.so",
              "constants": { "WHEEL_MOST": "int32(\(most))" },
              "classes": [
                { "id": "Wheel", "create": "wheel_new() -> object", "finished": \(calls) },
              ],
            }

            """
        try write(binding.utf8, to: "\(workingDirectory)/wheel.restoration-binding.json")
    }

    private static let wheelHeader = """
        #include <stdbool.h>
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
        void wheel_set_mode(struct wheel *wheel, enum wheel_mode mode);
        typedef enum { WHEEL_LEFT = -1, WHEEL_RIGHT } wheel_side;
        wheel_side wheel_get_side(const struct wheel *wheel);
        bool wheel_set_side(struct wheel *wheel, const wheel_side side);
        enum __attribute__((packed)) wheel_fault { WHEEL_FINE, WHEEL_BROKEN = 3 };
        int64_t wheel_get_place(const struct wheel *wheel);
        enum wheel_fault wheel_set_place(struct wheel *wheel, int64_t place);
        typedef struct { int8_t teeth, holes; union { int32_t width; float breadth; }; } wheel_rim;
        typedef struct { wheel_rim rim; int64_t age; } wheel_tyre;
        void wheel_rim_of(const struct wheel *wheel, wheel_rim *rim);
        void wheel_tyre_of(const struct wheel *wheel, wheel_tyre *tyre);
        #define wheel_get_turns wheel_get_size
        double _Complex wheel_phase(const struct wheel *wheel);
        void wheel_turn_by(struct wheel *wheel, double _Complex *phase);
        void wheel_note(struct wheel *wheel, void *note);
        void wheel_notes(struct wheel *wheel, void **note);
        void wheel_numbers(struct wheel *wheel, int **numbers);
        void wheel_name(struct wheel *wheel, const char **name);
        struct wheel *wheel_ref(struct wheel *wheel);
        void wheel_unref(struct wheel *wheel);
        typedef union { float turned; int steps; } wheel_angle;
        wheel_angle wheel_get_angle(const struct wheel *wheel);
        void wheel_set_angle(struct wheel *wheel, wheel_angle angle);
        struct wheel_hub { union { float inner; int holes; }; int bolts; };
        struct wheel_hub wheel_get_hub(const struct wheel *wheel);
        void wheel_set_hub(struct wheel *wheel, struct wheel_hub hub);
        struct wheel_state { struct { int oiled : 1, worn : 31; } flags; };
        struct wheel_state wheel_get_state(const struct wheel *wheel);
        void wheel_set_state(struct wheel *wheel, struct wheel_state state);
        void wheel_state_of(const struct wheel *wheel, struct wheel_state *state);
        struct wheel_ends { int ends[2]; };
        struct wheel_ends wheel_get_ends(const struct wheel *wheel);
        void wheel_set_ends(struct wheel *wheel, struct wheel_ends ends);
        void wheel_ends_of(const struct wheel *wheel, struct wheel_ends *ends);
        struct __attribute__((packed)) wheel_label { char letter; int number; };
        struct wheel_label wheel_get_label(const struct wheel *wheel);
        void wheel_set_label(struct wheel *wheel, struct wheel_label label);
        struct wheel_axle { double from, to, width; };
        struct wheel_axle wheel_axle_of(const struct wheel *wheel);

        """
}
