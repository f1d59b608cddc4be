internal import CRestorationPlugin
internal import CRestorationSystem
internal import RestorationCore
internal import RestorationDiscovery
internal import Synchronization

/// A plugin's library in memory, shared by the process and never unloaded: an image with Swift code
/// leaves its types behind.
///
/// The plugin knows one host, through a table that lives as long as the process. Several sessions
/// may use the plugin, one after the other or on one thread. Two threads cannot, because a plugin
/// expects one call at a time.
///
/// Invariant of `@unchecked Sendable`: `users` is guarded. Other mutable state belongs to the
/// thread of `users`, and `claim` admits no other thread.
@safe final class PluginImage: @unchecked Sendable {
    let plugin: String
    private let file: String
    /// `nil` for the program.
    private let library: UnsafeMutableRawPointer?
    /// `nil` for the program.
    let identity: ReadOnlyFile.Identity?
    /// Never freed, because the plugin stores the pointer. The program's is freed with its session.
    let host: UnsafeMutablePointer<restoration_host>
    /// Whether this is the program itself, whose classes in C are served like a plugin's.
    let isProgram: Bool
    /// The program's objects in C; `nil` for a plugin.
    weak var program: ProgramCode?
    /// Records running callbacks of the program, if it is one.
    ///
    /// Invariant: the program's session outlives its calls.
    private let watch: UnsafeMutablePointer<restoration_guard>?

    struct Users: Sendable {
        var mailboxes: [WeakMailbox] = []
        var newest: PluginMailbox? {
            // A lazy map would evaluate each reference twice, and the session may end in between.
            for reference in mailboxes.reversed() {
                if let mailbox = reference.mailbox { return mailbox }
            }
            return nil
        }
    }

    /// The sessions that use the plugin. Guarded, because its messages arrive on any thread.
    let users = Locked(Users())
    /// Whether a warning was logged, for any session. Atomic, because calls come from any thread.
    let hasCalledElsewhere = Atomic<Bool>(false)
    let hasInvalidatedInSave = Atomic<Bool>(false)
    /// The innermost running call into the plugin.
    var call: PluginCall? { unsafe innermost }
    // Invariant of `unchecked`: no access runs other code.
    @exclusivity(unchecked) private var innermost: PluginCall?
    /// The path of the innermost call without an object; empty for none.
    @exclusivity(unchecked) private var place: [String] = []
    /// The plugin's latest message about a failure of the innermost call.
    @exclusivity(unchecked) private var message: String?
    private var start: Start?

    @unsafe private enum Start {
        /// The descriptor lives as long as the process.
        case done(UnsafePointer<restoration_plugin>)
        case failed(any Error)
    }

    private init(
        plugin: String,
        file: String,
        library: UnsafeMutableRawPointer,
        identity: ReadOnlyFile.Identity,
        application: String
    ) {
        self.plugin = plugin
        self.file = file
        unsafe self.library = library
        self.identity = identity
        isProgram = false
        unsafe watch = nil
        unsafe host = .allocate(capacity: 1)
        unsafe host.initialize(to: restoration_host())
        unsafe host.pointee = makeHostTable(application: application)
    }

    /// The program itself, for one session. Call ``dispose()`` at the session's end.
    init(
        program: ProgramCode,
        application: String,
        watchedBy watch: UnsafeMutablePointer<restoration_guard>
    ) {
        plugin = Self.programName
        file = application
        unsafe library = nil
        identity = nil
        isProgram = true
        self.program = program
        unsafe self.watch = watch
        unsafe host = .allocate(capacity: 1)
        unsafe host.initialize(to: restoration_host())
        unsafe host.pointee = makeHostTable(application: application)
    }

    /// The program in messages that name a plugin.
    static let programName = "The program"

    /// Frees the table of a program whose session has ended.
    func dispose() {
        let context = unsafe host.pointee.context
        unsafe host.pointee.application.bytes?.deallocate()
        unsafe host.deinitialize(count: 1)
        unsafe host.deallocate()
        if let context = unsafe context {
            // Retained by `makeHostTable`.
            unsafe Unmanaged<PluginImage>.fromOpaque(context).release()
        }
    }

    // MARK: Loading

    /// The process's plugin libraries, by the loader's handle. Guarded, because sessions use many
    /// threads.
    private static let images = Locked([UInt: PluginImage]())

    /// Loads a library, or finds it in memory.
    ///
    /// - Parameters:
    ///   - cleared: The library's file, just checked.
    ///   - isRebuilt: Whether another build may be loaded from the same path.
    static func open(
        _ plugin: DiscoveredPlugin,
        _ cleared: Preflight.Cleared,
        isRebuilt: Bool,
        application: ApplicationIdentifier
    ) throws -> PluginImage {
        let path = isRebuilt ? newSpelling(of: cleared.path) : cleared.path
        // Invariant: the path is lent as a C string for the call.
        let opened = unsafe path.withCString { unsafe restoration_library_open($0) }
        guard let library = unsafe opened else {
            let message = unsafe restoration_library_error().map { unsafe String(cString: $0) }
            throw PluginError.notLoadable(plugin, cleared.path, message ?? "unknown reason")
        }
        // The dynamic loader opens by name, and may return an older image. If the checked file was
        // replaced, only initialisers have run.
        guard ReadOnlyFile.Identity(ofFile: cleared.path) == cleared.identity else {
            throw DiscoveryError.replaced(file: plugin.file)
        }
        let key = UInt(bitPattern: library)
        let image = images.withLock { images in
            if let image = images[key] { return image }
            let image = unsafe PluginImage(
                plugin: plugin.manifest.identifier.rawValue,
                file: plugin.file,
                library: library,
                identity: cleared.identity,
                application: application.rawValue
            )
            images[key] = image
            return image
        }
        guard image.identity == cleared.identity else {
            // The checked build may be loaded under another name.
            if let known = loaded(cleared.identity) { return known }
            throw DiscoveryError.replaced(file: plugin.file)
        }
        return image
    }

    static func loaded(_ identity: ReadOnlyFile.Identity) -> PluginImage? {
        images.withLock { images in images.values.first { $0.identity == identity } }
    }

    static func count(ofFile file: String) -> Int {
        images.withLock { images in images.values.count { $0.file == file } }
    }

    /// A spelling of the path that is new to the dynamic loader, which never reloads a known name.
    ///
    /// The directory stays the same for `$ORIGIN`. Slashes and dots before the file name encode a
    /// number in binary.
    private static func newSpelling(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return path }
        let number = spellings.add(1, ordering: .relaxed).newValue
        let bits = String(number, radix: 2).map { $0 == "1" ? "/." : "/" }.joined()
        return path[..<slash] + bits + path[slash...]
    }

    private static let spellings = Atomic<Int>(0)

    /// Admits a session. Throws if a session on another thread uses the plugin.
    func claim(for context: PluginContext) throws {
        let (mailbox, reference) = (context.mailbox, context.mailbox.reference)
        let isFree = users.withLock { users in
            // The first session is the common case.
            guard !users.mailboxes.isEmpty else {
                users.mailboxes.append(reference)
                return true
            }
            users.mailboxes.removeAll { $0.mailbox == nil }
            let others = users.mailboxes.compactMap(\.mailbox)
            guard others.allSatisfy({ $0.thread == mailbox.thread }) else { return false }
            if !others.contains(where: { $0 === mailbox }) {
                users.mailboxes.append(reference)
            }
            return true
        }
        guard isFree else { throw PluginError.usedOnOtherThread(plugin: plugin) }
    }

    /// Calls the entry point once, and caches the result.
    func descriptor(of plugin: DiscoveredPlugin) throws -> PluginDescriptor {
        let outcome = unsafe start ?? callEntryPoint(plugin)
        unsafe start = outcome
        let descriptor: UnsafePointer<restoration_plugin>
        switch unsafe outcome {
        case .done(let found): unsafe descriptor = found
        case .failed(let error): throw error
        }
        do {
            return unsafe try PluginDescriptor(checking: descriptor, against: plugin.manifest)
        } catch {
            throw PluginError.descriptor(file: plugin.file, error)
        }
    }

    private func callEntryPoint(_ plugin: DiscoveredPlugin) -> Start {
        // Invariant: the name is lent as a C string for the call.
        let found = unsafe DiscoveredPlugin.entryPointName.withCString { name in
            unsafe library.flatMap { unsafe restoration_library_symbol($0, name) }
        }
        guard let symbol = unsafe found else {
            return unsafe .failed(DiscoveryError.noEntryPoint(file: plugin.file))
        }
        // Invariant (restoration/plugin.h): the symbol has this type.
        let entry = unsafe unsafeBitCast(symbol, to: EntryPoint.self)
        let (descriptor, message) = unsafe runCode(for: nil) { unsafe entry(host) }
        guard let descriptor = unsafe descriptor else {
            return unsafe .failed(PluginError.refused(file: plugin.file, message: message))
        }
        return unsafe .done(descriptor)
    }

    private typealias EntryPoint =
        @convention(c) (UnsafePointer<restoration_host>?) -> UnsafePointer<restoration_plugin>?

    // MARK: Calling

    /// Runs `body`, which calls into the plugin, and returns the plugin's message about a failure.
    ///
    /// - Parameters:
    ///   - function: The called function, and its subject, for ``watch``.
    ///   - mailbox: The calling session; `nil` for the newest.
    ///   - object: The called object.
    ///   - path: Without one, the object's path; `nil` for that of the enclosing call.
    @inline(__always)
    func runCode<Result>(
        _ function: @autoclosure () -> String = "",
        of subject: @autoclosure () -> String = "",
        for mailbox: PluginMailbox?,
        on object: PluginObject? = nil,
        at path: [String]? = nil,
        _ body: () -> Result
    ) -> (result: Result, message: String?) {
        let enclosing = unsafe innermost
        // Most calls have an object and an enclosing call without a message: nothing is retained.
        var outer: (place: [String], message: String?)?
        if unsafe object == nil || message != nil {
            unsafe outer = (place, message)
            unsafe (place, message) = (path ?? callPath, nil)
        }
        unsafe innermost = PluginCall(for: mailbox, on: object)
        let result: Result
        if let watch = unsafe watch {
            result = unsafe Self.watching(watch, function(), subject(), body)
        } else {
            result = body()
        }
        // Invariant of `PluginCall`: both live until here.
        withExtendedLifetime((mailbox, object)) { unsafe innermost = enclosing }
        let answer = unsafe message
        if let outer {
            unsafe (place, message) = outer
        } else if answer != nil {
            unsafe message = nil
        }
        return (result, answer)
    }

    /// Records the plugin's message about a failure of the running call.
    func setMessage(_ message: String) {
        if unsafe innermost != nil { unsafe self.message = message }
    }

    /// The path of the innermost call; empty for none.
    var callPath: [String] { unsafe innermost?.object?.path ?? place }

    /// Runs a callback, which `watch` records meanwhile.
    @inline(__always)
    private static func watching<Result>(
        _ watch: UnsafeMutablePointer<restoration_guard>,
        _ function: String,
        _ subject: String,
        _ body: () -> Result
    ) -> Result {
        var enclosing = unsafe restoration_guard()
        // Invariant: `enclosing` stays in this frame, above those of the callback.
        return unsafe withUnsafeMutablePointer(to: &enclosing) { enclosing in
            // Unlike `withUTF8`, this copies nothing. On Linux all strings have contiguous storage.
            _ = unsafe function.utf8.withContiguousStorageIfAvailable { function in
                unsafe subject.utf8.withContiguousStorageIfAvailable { subject in
                    unsafe restoration_guard_begin(
                        watch,
                        enclosing,
                        function.baseAddress.map { unsafe UnsafeRawPointer($0) }?
                            .assumingMemoryBound(to: CChar.self),
                        function.count,
                        subject.baseAddress.map { unsafe UnsafeRawPointer($0) }?
                            .assumingMemoryBound(to: CChar.self),
                        subject.count
                    )
                }
            }
            let result = body()
            unsafe restoration_guard_end(watch, enclosing)
            return result
        }
    }

    /// Logs a line on behalf of the plugin.
    ///
    /// - Parameter place: The subject; `nil` for the object of the running call.
    func log(_ level: PluginLogLevel, _ message: String, at place: String? = nil) {
        // Outside the lock, because the host's log may call back.
        let mailbox = users.withLock { $0.newest }
        // Calls belong to their thread, but lines come from any thread.
        let path = mailbox?.isOnThread == true ? callPath : []
        mailbox?.services.log(
            PluginLogEntry(
                plugin: plugin,
                place: place ?? (path.isEmpty ? file : RestorationPath.printed(path)),
                level: level,
                message: message
            )
        )
    }
}

/// A running call.
@safe struct PluginCall {
    // Invariant: the caller holds the session and the object until the call ends. References and
    // copies of the path would be retained and released for each call.
    private unowned(unsafe) let caller: PluginMailbox?
    private unowned(unsafe) let callee: PluginObject?
    var mailbox: PluginMailbox? { unsafe caller }
    var object: PluginObject? { unsafe callee }

    init(for mailbox: PluginMailbox?, on object: PluginObject?) {
        unsafe caller = mailbox
        unsafe callee = object
    }
}
