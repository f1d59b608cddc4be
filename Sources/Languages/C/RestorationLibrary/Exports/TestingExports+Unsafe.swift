internal import CRestorationPlugin
internal import CRestorationSession
import Glibc

// The functions of `library.h` for tests.

/// Invariant: a pointer of `restoration_swift_test_begin`, until `restoration_swift_test_end`.
private func tested(_ test: UnsafeMutableRawPointer?) -> TestedProgram {
    unsafe Unmanaged<TestedProgram>.fromOpaque(test!).takeUnretainedValue()
}

@c @implementation
func restoration_swift_test_begin(
    _ application: UnsafePointer<CChar>?,
    _ options: UnsafePointer<restoration_options>?,
    _ program: UnsafePointer<restoration_test_program>?,
    _ test: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> restoration_status {
    attempting {
        let begun = unsafe try TestedProgram(
            required(application, "application"),
            options,
            program!.pointee
        )
        unsafe test?.pointee = Unmanaged.passRetained(begun).toOpaque()
    }
}

@c @implementation
func restoration_swift_test_launch(
    _ test: UnsafeMutableRawPointer?,
    _ session: UnsafeMutablePointer<OpaquePointer?>?
) -> restoration_status {
    attempting { unsafe session?.pointee = try tested(test).start() }
}

@c @implementation
func restoration_swift_test_terminate(
    _ test: UnsafeMutableRawPointer?,
    _ ending: UInt32
) -> restoration_status {
    attempting { unsafe try tested(test).terminate(ending) }
}

@c @implementation
func restoration_swift_test_advance(
    _ test: UnsafeMutableRawPointer?,
    _ milliseconds: UInt64
) -> restoration_status {
    attempting { unsafe try tested(test).advance(milliseconds) }
}

@c @implementation
func restoration_swift_test_saved_state(
    _ test: UnsafeMutableRawPointer?,
    _ text: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> restoration_status {
    attempting {
        guard let state = unsafe try tested(test).savedState() else {
            throw Refusal(
                Status.absent,
                "Nothing is saved",
                remedy: "End a launch with RESTORATION_TEST_CLEAN first."
            )
        }
        // Invariant: freed by the program with `restoration_free`.
        unsafe text?.pointee = strdup(state)
    }
}

@c @implementation
func restoration_swift_test_session(_ test: UnsafeMutableRawPointer?) -> OpaquePointer? {
    unsafe tested(test).number
}

@c @implementation
func restoration_swift_test_end(_ test: UnsafeMutableRawPointer?) {
    let held = unsafe Unmanaged<TestedProgram>.fromOpaque(test!)
    unsafe held.takeUnretainedValue().end()
    unsafe held.release()
}
