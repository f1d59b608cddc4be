@testable import RestorationInvocation

/// Types of functions that were chosen one by one: all kinds that the language has for what a
/// compiler can be told.
enum ChosenSignatures {
    static let all: [Signature] =
        (scalars + texts + bytes + structures + floats + outputs + variadic + others)
        .map { try! Signature(parsing: $0) }

    private static let words = InvocationType.plain.map(\.description)
    private static let numbers = words.filter { !["string", "object", "pointer"].contains($0) }

    /// Each word of the language, as an argument and as a result, alone and among others.
    private static let scalars =
        words.map { "(\($0)) -> \($0)" } + numbers.map { "(int8, \($0), float32, \($0)) -> \($0)" }

    private static let texts = [
        "(string?) -> string?", "(string) -> owned string", "(string?, bool) -> owned string?",
        "(string, string, string?) -> int32", "(int32) -> string", "(out string) -> bool",
        "(string, out string?)", "(string, out owned string) -> string?",
    ]

    private static let bytes = [
        "(bytes) -> uint64", "(bytes(int32)) -> bool", "(bytes(uint8), bytes(int64)) -> int8",
        "(inout bytes) -> size", "(inout bytes(int16), float64) -> float64",
        "(object, bytes, string?) -> owned string",
    ]

    private static let pair = "{float64 x, float64 y}"
    private static let small = "{int8 a}"
    private static let mixed = "{int32 a, float32 b}"
    private static let uneven = "{int8 a, float64 b, int16 c, bool d}"
    private static let box = "{\(pair) origin, \(mixed) size, int32 tag}"
    private static let large = "{int64 a, float64 b, int64 c, float32 d, uint8 e}"

    private static let words8 = "{\("abcdefgh".map { "int64 \($0)" }.joined(separator: ", "))}"

    private static let structures =
        [small, mixed, pair, large].flatMap { ["(\($0)) -> \($0)", "(\($0), \($0)) -> int64"] } + [
            "(\(pair), float32, \(mixed)) -> \(pair)", "(\(large), \(large), int32) -> \(small)",
            "({\(pair) from, \(pair) to}) -> float64",
            "(int8, {\(mixed) a, \(small) b}) -> \(large)",
            "({float32 a, float32 b, float32 c}) -> {float32 a, float32 b}",
            "({bool a, uint16 b, object c}) -> {pointer a, bool b}", "(\(uneven)) -> \(uneven)",
            "(\(box)) -> \(box)",
            "(\(pair), int32, \(mixed), \(uneven), string, \(box)) -> float64",
            "(int64, int64, int64, int64, int64, \(mixed)) -> \(mixed)",
            "({enum {red, green = 5} colour, uint8 level}) -> enum {red, green = 5}",
            "(\(words8), float32) -> \(words8)", "(\(pair) *?) -> bool", "(out \(mixed)) -> int32",
            "(object, inout \(large))",
        ]

    /// More than the eight registers for floating-point numbers, or the six for the others, hold.
    private static let floats =
        ["float32", "float64"].flatMap { type in
            [9, 12].map { count in
                "(\(Array(repeating: type, count: count).joined(separator: ", "))) -> \(type)"
            }
        } + [
            "(\(Array(repeating: "float32, float64", count: 6).joined(separator: ", "))) -> float64",
            "(\(Array(repeating: "int64, float32", count: 10).joined(separator: ", "))) -> float32",
            "(int8, float64, uint16, float32, int64, float64, bool, float32, uint8, float64, int32,"
                + " float64, uint64, float64, string, float64, size, float64, object, float64) -> string?",
            "(\(Array(repeating: "uint8", count: 9).joined(separator: ", "))) -> uint8",
            "(\(Array(repeating: "\(pair)", count: 5).joined(separator: ", "))) -> \(pair)",
        ]

    private static let outputs =
        numbers.map { "(out \($0)) -> bool" }
        + numbers.filter { $0 != "bool" }.map { "(\($0), inout \($0))" } + [
            "(out int32, out float64, inout uint8) -> string?", "(out object)",
            "(out pointer) -> int8",
        ]

    private static let variadic =
        words.map { $0 == "string" ? "string?" : $0 }.map { "(int32, ..., \($0)) -> int64" } + [
            "(string, ..., int32, float64, string?) -> int32", "(object, ...) -> bool",
            "(float64, ..., float32, int8, bool) -> float64", "(int64, ..., bytes) -> uint8",
            "(int8, ..., \(Array(repeating: "float64", count: 10).joined(separator: ", "))) -> float64",
        ]

    private static let others = [
        "()", "() -> int32", "(object)", "(object?) -> bool", "(pointer?, object?) -> pointer",
        "(enum {red, green = 5}) -> enum {red, green = 5}", "(enum(int8) {low = -3, high = 100})",
        "(out enum(uint8) {off, on}) -> enum(int64) {less = -1, same, more}", "(int32 *?) -> int32",
        "(float64 *?, uint16 *?) -> float32",
    ]
}
