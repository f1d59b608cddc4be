import Foundation

/// The main loop of GLib's default context, as in a GTK program. GLib is loaded at run time, so no
/// headers are needed.
@safe final class GLibLoop {
    typealias Pointer = UnsafeMutableRawPointer
    private typealias Task = @convention(c) (Pointer?) -> Int32

    private let library: Pointer
    private let loop: Pointer

    /// Loads GLib with RTLD_LOCAL; `nil` if it is not installed.
    init?() {
        // Invariant, here and below: the types match GLib's headers.
        guard let library = unsafe dlopen("libglib-2.0.so.0", RTLD_NOW | RTLD_LOCAL) else {
            return nil
        }
        unsafe self.library = library
        let make = unsafe unsafeBitCast(
            dlsym(library, "g_main_loop_new"),
            to: (@convention(c) (Pointer?, Int32) -> Pointer).self
        )
        unsafe loop = make(nil, 0)
    }

    private func call(_ function: String) {
        unsafe unsafeBitCast(
            dlsym(library, function),
            to: (@convention(c) (Pointer) -> Void).self
        )(loop)
    }

    /// Runs until ``quit()`` is called.
    func run() { call("g_main_loop_run") }

    func quit() { call("g_main_loop_quit") }

    /// Calls `body` once from the loop.
    func schedule(after milliseconds: UInt32 = 0, _ body: @escaping () -> Void) {
        let add = unsafe unsafeBitCast(
            dlsym(library, "g_timeout_add"),
            to: (@convention(c) (UInt32, Task, Pointer?) -> UInt32).self
        )
        let box = unsafe Unmanaged.passRetained(ScheduledBody(body)).toOpaque()
        _ = unsafe add(
            milliseconds,
            { box in
                unsafe Unmanaged<ScheduledBody>.fromOpaque(box!).takeRetainedValue().body()
                return 0
            },
            box
        )
    }
}

private final class ScheduledBody {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
}
