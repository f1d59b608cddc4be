import Foundation
import RestorationInvocation

/// libmagic, as a program uses it.
@safe struct Magic: @unchecked Sendable {
    // Invariant: the dynamic loader's handle, never closed.
    private let handle: UnsafeMutableRawPointer

    /// `nil` where it is not installed.
    static let shared = Magic()

    private init?() {
        guard let handle = unsafe dlopen("libmagic.so.1", RTLD_NOW) else { return nil }
        unsafe self.handle = unsafe handle
    }

    /// Calls a function; the tests vouch for its type.
    @discardableResult
    func call(_ text: String, _ arguments: [InvocationValue]) throws -> InvocationOutcome {
        let signature = try Signature(parsing: text)
        let symbol = unsafe dlsym(handle, signature.name!)!
        let address = unsafe unsafeBitCast(symbol, to: NativeFunction.Address.self)
        let function = unsafe try NativeFunction(address, as: signature)
        return unsafe try function.invoke(arguments)
    }
}
