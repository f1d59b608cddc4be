import Foundation
import TestSupport

@testable import RestorationInvocation

/// C functions of random types, and the results of compiled calls to them.
///
/// For each type, one function computes all its results from its arguments. A second function calls
/// a function of that type with fixed arguments and prints the results.
struct GeneratedFunctions {
    /// Functions and their library, compiled once per suite.
    struct Made {
        let functions: GeneratedFunctions
        let library: Result<GeneratedLibrary, any Error>

        init(_ make: () -> GeneratedFunctions) {
            let functions = make()
            self.functions = functions
            library = Result { try GeneratedLibrary(functions.source) }
        }
    }

    struct Case {
        let signature: Signature
        /// The arguments that the C caller passes.
        let arguments: [InvocationValue]
    }

    private(set) var cases: [Case] = []
    private var structures: [(type: InvocationType, name: String)] = []
    private var code = ""
    private var random: SeededGenerator

    /// The types of the functions.
    enum Kind {
        /// All types that C can express.
        case any
        /// Numbers, pointers and text, which mostly go in registers.
        case plain
    }

    init(count: Int, seed: UInt64, _ kind: Kind = .any) {
        var random = SeededGenerator(seed: seed)
        var known: Set<Signature> = []
        var signatures: [Signature] = []
        while signatures.count < count {
            let signature =
                kind == .any ? random.callableSignature() : random.plainSignature()
            if known.insert(signature).inserted { signatures.append(signature) }
        }
        self.init(of: signatures, seed: seed)
    }

    /// Functions of these types, with random arguments.
    private init(of signatures: [Signature], seed: UInt64) {
        random = SeededGenerator(seed: seed)
        for signature in signatures {
            let inputs = signature.parameters.filter { $0.direction != .output }
            cases.append(
                Case(signature: signature, arguments: inputs.map { random.value($0.type) })
            )
        }
        for index in cases.indices { append(index) }
    }

    /// The C source of the library.
    var source: String {
        let types = structures.map { type, name in "typedef struct {\(members(type))} \(name);" }
        return ([Self.prelude] + types + [code]).joined(separator: "\n")
    }

    // MARK: A function

    private mutating func append(_ index: Int) {
        let signature = cases[index].signature
        let result = cType(signature.result)
        let fixed = signature.fixedCount ?? signature.parameters.count
        var list: [String] = []
        var body = "uint64_t h = \(index + 1);"
        var outputs = ""
        for (number, parameter) in signature.parameters.enumerated() {
            let name = "p\(number)"
            if number < fixed {
                list.append(declaration(parameter, name))
            } else {
                if number == fixed { body += "va_list list; va_start(list, p\(fixed - 1));" }
                body += variable(parameter.type, name)
                if case .bytes(.following(let length)) = parameter.type.bare {
                    body += variable(length, "n\(number)")
                }
            }
            let isPointer = parameter.direction != .input && !isBytes(parameter.type)
            if parameter.direction != .output {
                body += mix(parameter.type, isPointer ? "(*\(name))" : name, number)
            }
            if isPointer { outputs += "*\(name) = \(make(parameter.type));" }
            if isBytes(parameter.type), parameter.direction == .both {
                outputs += "for (size_t i = 0; i < (size_t)n\(number); i++) \(name)[i] ^= 0x55;"
            }
        }
        if signature.fixedCount != nil { list.append("...") }
        let parameters = list.isEmpty ? "void" : list.joined(separator: ", ")
        body += outputs
        if signature.result != .void { body += "return \(make(signature.result));" }
        code += "\n\(result) f\(index)(\(parameters)) {\(body)}"
        code += "\nstatic void check\(index)(\(result) (*function)(\(parameters))) {"
        code += check(cases[index]) + "}"
        code +=
            "\nconst char *direct\(index)(void) { begin(); check\(index)(f\(index)); return out; }"
        code += "\nconst char *through\(index)(\(result) (*f)(\(parameters)))"
        code += "{ begin(); check\(index)(f); return out; }"
    }

    /// The statements that call a function and print its results.
    private mutating func check(_ one: Case) -> String {
        var given = one.arguments[...]
        var before = ""
        var after = ""
        var passed: [String] = []
        for (number, parameter) in one.signature.parameters.enumerated() {
            let value = parameter.direction == .output ? nil : given.popFirst()
            if parameter.direction == .input {
                passed.append(literal(value!, parameter.type))
            } else if isBytes(parameter.type), case .bytes(let bytes?)? = value {
                before +=
                    "uint8_t b\(number)[] = {\((bytes + [0]).map(String.init).joined(separator: ","))};"
                let length = length(bytes.count, parameter.type)
                passed.append("b\(number), \(length)")
                after +=
                    "for (size_t i = 0; i < \(bytes.count); i++) print(\"%d,\", b\(number)[i]);"
                after += "print(\";\");"
            } else {
                let type = cType(parameter.type)
                let start = value.map { literal($0, parameter.type) }
                before += "\(type) o\(number)\(start.map { " = \($0)" } ?? ""); "
                if start == nil { before += "memset(&o\(number), 0, sizeof o\(number));" }
                passed.append("&o\(number)")
                after += show(parameter.type, "o\(number)") + "print(\";\");"
            }
        }
        let call = "function(\(passed.joined(separator: ", ")))"
        guard one.signature.result != .void else { return "\(before)\(call);\(after)" }
        let type = one.signature.result
        let release = type.release == nil ? "" : "free((void *)result);"
        return "\(before)\(cType(type)) result = \(call);\(show(type, "result"))\(release)"
            + "print(\";\");\(after)"
    }

    private mutating func declaration(_ parameter: Signature.Parameter, _ name: String) -> String {
        if case .bytes(.following(let length)) = parameter.type.bare {
            let pointer = "\(parameter.direction == .both ? "" : "const ")uint8_t *\(name)"
            return "\(pointer), \(cType(length)) n\(name.dropFirst())"
        }
        return "\(cType(parameter.type)) \(parameter.direction == .input ? "" : "*")\(name)"
    }

    /// A statement that reads the next variable argument.
    private mutating func variable(_ type: InvocationType, _ name: String) -> String {
        let cType = cType(type)
        return "\(cType) \(name) = (\(cType))va_arg(list, \(promoted(type)));"
    }

    /// A byte count as an argument. It is cast to its own type, which matters behind `...`.
    private mutating func length(_ count: Int, _ type: InvocationType) -> String {
        guard case .bytes(.following(let length)) = type.bare else { return "" }
        return "(\(cType(length)))\(count)"
    }

    private func isBytes(_ type: InvocationType) -> Bool {
        if case .bytes = type.bare { true } else { false }
    }

    // MARK: Types

    private mutating func cType(_ type: InvocationType) -> String {
        switch type.bare {
        case .void: return "void"
        case .bool: return "bool"
        case .size: return "size_t"
        case .float32: return "float"
        case .float64: return "double"
        case .string: return type.release == nil ? "const char *" : "char *"
        case .object, .pointer: return "void *"
        case .bytes: return "const uint8_t *"
        case .enumeration(let enumeration): return cType(enumeration.underlying)
        case .pointee(let type): return "const \(cType(type)) *"
        case .structure(let fields):
            for field in fields { _ = cType(field.type) }
            if let known = structures.first(where: { $0.type == type.bare }) { return known.name }
            structures.append((type.bare, "s\(structures.count)"))
            return structures.last!.name
        default: return "\(type.bare)_t"
        }
    }

    private func members(_ type: InvocationType) -> String {
        guard case .structure(let fields) = type else { return "" }
        var copy = self
        return fields.map { "\(copy.cType($0.type)) \($0.name);" }.joined()
    }

    private mutating func promoted(_ type: InvocationType) -> String {
        switch type {
        case .bool, .int8, .int16, .uint8, .uint16: "int"
        case .float32: "double"
        case .enumeration(let enumeration): promoted(enumeration.underlying)
        default: cType(type)
        }
    }

    // MARK: Values

    private mutating func literal(_ value: InvocationValue, _ type: InvocationType) -> String {
        switch (value, type.bare) {
        case (.null, _): return "NULL"
        case (_, .pointee(let type)): return "(\(cType(type))[]){\(literal(value, type))}"
        case (.bool(let value), _): return "\(value)"
        case (.float(let value), _): return "float_of(0x\(String(value.bitPattern, radix: 16)))"
        case (.double(let value), _): return "double_of(0x\(String(value.bitPattern, radix: 16)))"
        case (.string(let text), _): return text.map { "\"\($0)\"" } ?? "NULL"
        case (.object(let address), _), (.pointer(let address), _): return "(void *)\(address)ULL"
        case (.bytes(let bytes), _):
            let list = ((bytes ?? []) + [0]).map(String.init).joined(separator: ",")
            return "(const uint8_t[]){\(list)}, \(length(bytes?.count ?? 0, type))"
        case (.structure(let values), .structure(let fields)):
            let list = fields.map { literal(values[$0.name]!, $0.type) }
            return "(\(cType(type))){\(list.joined(separator: ", "))}"
        case (.enumerator(let name), .enumeration(let enumeration)):
            return "(\(cType(type)))\(enumeration.enumerators.first { $0.name == name }!.value)"
        case (.integer(let value), _):
            return "(\(cType(type)))\(UInt64(bitPattern: value))ULL"
        case (.unsigned(let value), _): return "(\(cType(type)))\(value)ULL"
        default: fatalError("No value of \(type)")
        }
    }

    /// Statements that mix a value into the hash.
    private mutating func mix(_ type: InvocationType, _ name: String, _ number: Int) -> String {
        switch type.bare {
        case .float32: return "h = mix(h, bits_of_float(\(name)));"
        case .float64: return "h = mix(h, bits_of_double(\(name)));"
        case .string: return "h = mix_text(h, \(name));"
        case .bytes: return "h = mix_bytes(h, \(name), n\(number));"
        case .object, .pointer: return "h = mix(h, (uint64_t)(uintptr_t)\(name));"
        case .pointee(let type):
            return "if (\(name) != NULL) {\(mix(type, "(*\(name))", number))} else h = mix(h, 77);"
        case .structure(let fields):
            return fields.map { mix($0.type, "\(name).\($0.name)", number) }.joined()
        default: return "h = mix(h, (uint64_t)\(name));"
        }
    }

    /// An expression that derives a value from the hash.
    private mutating func make(_ type: InvocationType) -> String {
        switch type.bare {
        case .bool: return "(bool)(NEXT & 1)"
        case .float32: return "((float)(int16_t)NEXT / 8)"
        case .float64: return "((double)(int32_t)NEXT / 16)"
        case .string:
            let text = type.allowsNull ? "texts[NEXT % 4]" : "texts[NEXT % 3]"
            return type.release == nil ? text : "copied(\(text))"
        case .object, .pointer: return "(void *)(uintptr_t)(NEXT | 1)"
        case .enumeration(let enumeration):
            let values = enumeration.enumerators.map { "\($0.value)" }.joined(separator: ",")
            let count = enumeration.enumerators.count
            return "(\(cType(type)))((const int64_t[]){\(values)}[NEXT % \(count)])"
        case .structure(let fields):
            return "(\(cType(type))){\(fields.map { make($0.type) }.joined(separator: ", "))}"
        default: return "(\(cType(type)))NEXT"
        }
    }

    /// Statements that print a value.
    private mutating func show(_ type: InvocationType, _ name: String) -> String {
        switch type.bare {
        case .float32: return "print(\"%llu,\", (unsigned long long)bits_of_float(\(name)));"
        case .float64: return "print(\"%llu,\", (unsigned long long)bits_of_double(\(name)));"
        case .string: return "print(\"%s,\", \(name) == NULL ? \"null\" : \(name));"
        case .object, .pointer, .uint64, .size:
            return "print(\"%llu,\", (unsigned long long)\(name));"
        case .structure(let fields):
            return fields.map { show($0.type, "\(name).\($0.name)") }.joined()
        default: return "print(\"%lld,\", (long long)\(name));"
        }
    }

    private static let prelude = """
        #include <stdarg.h>
        #include <stdbool.h>
        #include <stddef.h>
        #include <stdint.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        static char out[65536];
        static size_t used;
        static const char *const texts[] = {"", "one", "two and more", NULL};
        static void begin(void) { used = 0; out[0] = 0; }
        static void print(const char *format, ...) {
            va_list list;
            va_start(list, format);
            used += (size_t)vsnprintf(out + used, sizeof out - used, format, list);
            va_end(list);
        }
        static float float_of(uint32_t bits) { float f; memcpy(&f, &bits, 4); return f; }
        static double double_of(uint64_t bits) { double d; memcpy(&d, &bits, 8); return d; }
        static uint64_t bits_of_float(float f) { uint32_t b; memcpy(&b, &f, 4); return b; }
        static uint64_t bits_of_double(double d) { uint64_t b; memcpy(&b, &d, 8); return b; }
        static uint64_t mix(uint64_t h, uint64_t v) {
            h = (h ^ v) * 0x9E3779B97F4A7C15ULL;
            return h ^ (h >> 29);
        }
        static uint64_t mix_bytes(uint64_t h, const uint8_t *bytes, size_t count) {
            for (size_t i = 0; i < count; i++) h = mix(h, bytes[i]);
            return mix(h, count);
        }
        static uint64_t mix_text(uint64_t h, const char *text) {
            return text == NULL ? mix(h, 99) : mix_bytes(h, (const uint8_t *)text, strlen(text));
        }
        static char *copied(const char *text) { return text == NULL ? NULL : strdup(text); }
        #define NEXT (h = mix(h, 1))
        """
}
