internal import CCallSamples
import RestorationInvocation

/// The functions of a C object, called by signature.
@safe struct Calls {
    private let zoom: NativeFunction
    private let setZoom: NativeFunction
    private let title: NativeFunction
    private let mixed: NativeFunction
    private let object: InvocationValue

    init() throws {
        // Invariant: the signatures match `call_samples.h`.
        zoom = unsafe try NativeFunction(
            call_sample_zoom(),
            as: Signature(parsing: "(object) -> float64")
        )
        setZoom = unsafe try NativeFunction(
            call_sample_set_zoom(),
            as: Signature(parsing: "(object, float64)")
        )
        title = unsafe try NativeFunction(
            call_sample_title(),
            as: Signature(parsing: "(object) -> string")
        )
        mixed = unsafe try NativeFunction(
            call_sample_mixed(),
            as: Signature(parsing: "(object, pointer?, float64, int64) -> pointer?")
        )
        object = .object(call_sample_object())
    }

    // Each getter adds up its results, as in C, so that the compiler cannot omit calls.

    func getNumber(count: UInt64) throws {
        var sum = 0.0
        for _ in 0..<count {
            if case .double(let number)? = unsafe try zoom.call(object) { sum += number }
        }
        check(sum > 0)
    }

    func setNumber(count: UInt64) throws {
        for _ in 0..<count { unsafe try setZoom.perform(object, .double(1.5)) }
    }

    func getText(count: UInt64) throws {
        for _ in 0..<count { _ = unsafe try title.call(object) }
    }

    func callMixed(count: UInt64) throws {
        let arguments: [InvocationValue] = [object, .pointer(0), .double(1.5), .integer(2)]
        var sum = 0
        for _ in 0..<count {
            if case .pointer(let address)? = unsafe try mixed.call(arguments), address != 0 {
                sum += 1
            }
        }
        check(sum > 0)
    }

    private func check(_ isRight: Bool) { precondition(isRight, "The calls did not reach C.") }
}

/// Swift closures that C calls like libffi's closures.
struct Closures {
    private let zoom: NativeClosure
    private let mixed: NativeClosure
    private let listed: NativeClosure
    private let zoomInC = zoom_closure()
    private let mixedInC = mixed_closure()

    init() throws {
        let number = try Signature(parsing: "(object) -> float64")
        let signature = try Signature(parsing: "(object, pointer?, float64, int64) -> object")
        zoom = try .plain(number, onFailure: { print($0) }) { _ in .double(1.5) }
        mixed = try .plain(signature, onFailure: { print($0) }) { $0[0] }
        listed = try NativeClosure(signature, onFailure: { print($0) }) { InvocationOutcome($0[0]) }
    }

    // Invariant: the C functions call each closure with its type.

    func callZoom(count: UInt64) { _ = call_zoom(zoom.address, count) }
    func callMixed(count: UInt64) { _ = call_mixed(mixed.address, count) }
    func callListed(count: UInt64) { _ = call_mixed(listed.address, count) }
    func callZoomInC(count: UInt64) { _ = call_zoom(zoomInC, count) }
    func callMixedInC(count: UInt64) { _ = call_mixed(mixedInC, count) }
}
