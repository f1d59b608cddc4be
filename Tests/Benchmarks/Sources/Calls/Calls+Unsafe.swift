internal import CCallSamples
import RestorationInvocation

/// The functions of a C object, called by signature.
struct Calls {
    private let zoom: NativeFunction
    private let setZoom: NativeFunction
    private let title: NativeFunction
    private let object = InvocationValue.object(UInt(call_sample_object()))

    init() throws {
        // Invariant: the signatures are those of `call_samples.h`.
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
    }

    func getNumber(count: UInt64) throws {
        for _ in 0..<count { _ = unsafe try zoom.call(object) }
    }

    func setNumber(count: UInt64) throws {
        for _ in 0..<count { unsafe try setZoom.perform([object, .double(1.5)]) }
    }

    func getText(count: UInt64) throws {
        for _ in 0..<count { _ = unsafe try title.call(object) }
    }
}
