import Foundation
import RestorationInvocation
import TestSupport

/// A library of C functions, which tests call as a program would.
@safe struct NativeLibrary: @unchecked Sendable {
    /// The path of the library, or its soname.
    let file: String
    // Invariant: the dynamic loader's handle, never closed.
    private let handle: UnsafeMutableRawPointer

    /// - Returns: `nil` if the system does not have it.
    init?(_ file: String) {
        self.file = file
        guard let handle = unsafe dlopen(file, RTLD_NOW) else { return nil }
        unsafe self.handle = unsafe handle
    }

    /// Calls a function. The tests guarantee that the signature is right.
    @discardableResult
    func call(_ text: String, _ arguments: [InvocationValue]) -> InvocationValue {
        invoke(text, arguments).result ?? .null
    }

    /// Calls a function and returns its out-parameters, too.
    func invoke(_ text: String, _ arguments: [InvocationValue]) -> InvocationOutcome {
        let signature = try! Signature(parsing: text)
        let symbol = unsafe dlsym(handle, signature.name!)!
        let address = unsafe unsafeBitCast(symbol, to: NativeFunction.Address.self)
        let function = unsafe try! NativeFunction(address, as: signature)
        return unsafe try! function.invoke(arguments)
    }
}

/// The library of `Tests/Fixtures/Libraries/dial.c`, compiled once for all tests.
enum DialLibrary {
    static let shared = compiled()

    private static func compiled() -> NativeLibrary {
        let file = try! ProgramDirectory.make() + "/libdial.so"
        try! compile(source, to: file, ["-fvisibility=hidden"])
        return NativeLibrary(file)!
    }

    /// Compiles a file of C into a library.
    static func compile(_ source: String, to file: String, _ options: [String] = []) throws {
        let compiler = try FinishedProgram(
            "/usr/bin/env",
            [
                "clang", "-std=c11", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-pthread",
                source, "-o", file,
            ] + options
        )
        guard compiler.status == 0 else { throw NotCompiled(message: compiler.errors) }
    }

    struct NotCompiled: Error { let message: String }

    private static let source = Repository.path("Tests/Fixtures/Libraries/dial.c")
}

/// The journal in which dials record the calls they receive.
struct DialJournal {
    let address: InvocationValue

    init() { address = DialLibrary.shared.call("dial_journal_new() -> object", []) }

    var text: String {
        let text = DialLibrary.shared.call("dial_journal_text(object) -> string", [address])
        guard case .string(let text?) = text else { return "" }
        return text.trimmingCharacters(in: .whitespaces)
    }

    /// Returns the calls since the last time.
    func take() -> [String] {
        defer { DialLibrary.shared.call("dial_journal_clear(object)", [address]) }
        return text.split(separator: " ").map(String.init)
    }

    /// The number of live dials with this journal.
    var alive: Int64 {
        let count = DialLibrary.shared.call("dial_journal_alive(object) -> int32", [address])
        guard case .integer(let count) = count else { return -1 }
        return count
    }
}

/// A dial made by the tests, as a program makes its widgets.
struct Dial {
    let address: UInt
    static var library: NativeLibrary { DialLibrary.shared }

    init(_ kind: String, _ name: String?, upper: Int64 = 100, in journal: DialJournal) {
        let made = Self.library.call(
            "dial_new(object, string, string?, int32) -> object",
            [journal.address, .string(kind), .string(name), .integer(upper)]
        )
        guard case .object(let address) = made else { preconditionFailure("No dial was made.") }
        self.address = address
    }

    init(at pointer: UnsafeMutableRawPointer?) { address = UInt(bitPattern: pointer) }
    private init(address: UInt) { self.address = address }

    var object: InvocationValue { .object(address) }
    var pointer: UnsafeMutableRawPointer { unsafe UnsafeMutableRawPointer(bitPattern: address)! }

    func add(_ child: Dial) {
        Self.library.call("dial_add(object, object)", [object, child.object])
    }

    func remove(_ child: Dial) {
        Self.library.call("dial_remove(object, object)", [object, child.object])
    }

    var firstChild: Dial { neighbour("first") }
    var next: Dial { neighbour("next") }

    private func neighbour(_ name: String) -> Dial {
        let found = Self.library.call("dial_\(name)(object) -> object", [object])
        guard case .object(let address) = found else { preconditionFailure("There is none.") }
        return Dial(address: address)
    }

    /// Calls a function whose only parameter is the dial.
    func call(_ function: String) { Self.library.call("\(function)(object)", [object]) }

    func get(_ name: String, _ type: String) -> InvocationValue {
        Self.library.call("dial_get_\(name)(object) -> \(type)", [object])
    }

    func set(_ name: String, _ type: String, _ value: InvocationValue) {
        Self.library.call("dial_set_\(name)(object, \(type))", [object, value])
    }

    var position: InvocationValue { self.get("position", "int32") }
    func turn(to position: Int64) { set("position", "int32", .integer(position)) }
    var label: InvocationValue { self.get("label", "string?") }
    func write(_ label: String?) { set("label", "string?", .string(label)) }
    var isLit: InvocationValue { self.get("lit", "bool") }

    var watcherCount: InvocationValue {
        Self.library.call("dial_watcher_count(object) -> int32", [object])
    }
}
