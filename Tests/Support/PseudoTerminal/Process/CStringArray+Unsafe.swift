internal import Glibc

/// A C array of strings, terminated by NULL.
@safe final class CStringArray {
    // Invariant: every entry but the last owns a copy made by strdup, freed in deinit alone.
    let pointers: UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>

    init(_ strings: [String]) {
        unsafe pointers = .allocate(capacity: strings.count + 1)
        for (index, string) in strings.enumerated() {
            unsafe pointers.initializeElement(at: index, to: strdup(string))
        }
        unsafe pointers.initializeElement(at: strings.count, to: nil)
    }

    deinit {
        for index in unsafe pointers.indices { unsafe free(pointers[index]) }
        unsafe pointers.deallocate()
    }
}

extension CStringArray {
    /// A program's path followed by its arguments.
    convenience init(argumentsOf program: TerminalProgram) {
        self.init([program.path] + program.arguments)
    }

    /// A program's variables, as NAME=VALUE.
    convenience init(environmentOf program: TerminalProgram) {
        let variables = program.environment.sorted { $0.key < $1.key }
        self.init(variables.map { "\($0.key)=\($0.value)" })
    }
}
