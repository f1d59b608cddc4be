internal import CRestorationPlugin
internal import CRestorationSystem
internal import RestorationCore
internal import RestorationDiscovery
internal import Synchronization

/// A plugin's library in memory: one for the whole process, and for good, because code that has
/// been loaded cannot be unloaded (an image with Swift code leaves its types behind).
///
/// The plugin is told about one host, through a table that lives as long as the process. Several
/// sessions may use the plugin, one after the other or on one thread; never on two threads, since
/// a plugin expects its calls one at a time.
///
/// Invariant of `@unchecked Sendable`: `users` is guarded; everything else that changes belongs to
/// the thread that `users` names, and `claim` lets no other thread come to it.
@safe final class PluginImage: @unchecked Sendable {
    /// The plugin's identifier, for messages.
    let plugin: String
    /// The path of its library, for messages.
    private let file: String
    private let library: UnsafeMutableRawPointer
    let identity: ReadOnlyFile.Identity
    /// The host as the plugin sees it. Never freed: the plugin keeps the pointer.
    let host: UnsafeMutablePointer<restoration_host>

    struct Users: Sendable {
        var mailboxes: [WeakMailbox] = []
        /// The newest session that is still there.
        var newest: PluginMailbox? {
            // Not by a lazy map, which looks twice: the session may end in between, elsewhere.
            for reference in mailboxes.reversed() {
                if let mailbox = reference.mailbox { return mailbox }
            }
            return nil
        }
    }

    /// The sessions that use the plugin. Guarded, because its messages arrive on any thread.
    let users = Locked(Users())
    /// What has been said of it in the log, for whatever session. Atomic: calls may come from any
    /// thread.
    let hasCalledElsewhere = Atomic<Bool>(false)
    let hasInvalidatedInSave = Atomic<Bool>(false)
    /// The innermost of the calls into the plugin that are now running.
    private(set) var call: PluginCall?
    private var start: Start?

    /// What calling the entry point came to.
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
        unsafe host = .allocate(capacity: 1)
        unsafe host.initialize(to: restoration_host())
        unsafe host.pointee = makeHostTable(application: application)
    }

    // MARK: Loading

    /// All libraries that this process has loaded as plugins, by the loader's handle. Guarded,
    /// because sessions live on many threads.
    private static let images = Locked([UInt: PluginImage]())

    /// Loads a library, or finds it in memory.
    ///
    /// - Parameters:
    ///   - cleared: the library's file, examined just now.
    ///   - isRebuilt: Whether another build of it may have been loaded by the same path.
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
        // The dynamic loader opened the file by its name, and returns what it has loaded by that
        // name before. Nothing but initialisers has run if this was not the file examined.
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
            // By that name an older build was loaded; this one may have been by another.
            if let known = loaded(cleared.identity) { return known }
            throw DiscoveryError.replaced(file: plugin.file)
        }
        return image
    }

    /// The build of a plugin that has been loaded from that very file.
    static func loaded(_ identity: ReadOnlyFile.Identity) -> PluginImage? {
        images.withLock { images in images.values.first { $0.identity == identity } }
    }

    /// How many builds of a library are in memory.
    static func count(ofFile file: String) -> Int {
        images.withLock { images in images.values.count { $0.file == file } }
    }

    /// A way to write the path that the dynamic loader has not seen: what it has loaded by a name
    /// it does not load again, whatever the name leads to by now.
    ///
    /// The file stays where it is, for `$ORIGIN` is its directory. Slashes and dots between that
    /// and the name are the bits of a number.
    private static func newSpelling(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return path }
        let number = spellings.add(1, ordering: .relaxed).newValue
        let bits = String(number, radix: 2).map { $0 == "1" ? "/." : "/" }.joined()
        return path[..<slash] + bits + path[slash...]
    }

    private static let spellings = Atomic<Int>(0)

    /// Lets a session use the plugin, unless one on another thread does.
    func claim(for context: PluginContext) throws {
        let (mailbox, reference) = (context.mailbox, context.mailboxReference)
        let isFree = users.withLock { users in
            // Mostly it is the first one.
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

    /// Calls the entry point the first time, and remembers what it came to.
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
        let found = unsafe DiscoveredPlugin.entryPointName.withCString {
            unsafe restoration_library_symbol(library, $0)
        }
        guard let symbol = unsafe found else {
            return unsafe .failed(DiscoveryError.noEntryPoint(file: plugin.file))
        }
        // Invariant (restoration/plugin.h): the symbol has this type.
        let entry = unsafe unsafeBitCast(symbol, to: EntryPoint.self)
        let (descriptor, message) = unsafe during(nil) { unsafe entry(host) }
        guard let descriptor = unsafe descriptor else {
            return unsafe .failed(PluginError.refused(file: plugin.file, message: message))
        }
        return unsafe .done(descriptor)
    }

    private typealias EntryPoint =
        @convention(c) (UnsafePointer<restoration_host>?) -> UnsafePointer<restoration_plugin>?

    // MARK: Calling

    /// Runs `body`, which calls into the plugin, and returns what the plugin said about why it
    /// failed.
    ///
    /// - Parameters:
    ///   - mailbox: the session that calls; `nil` for the newest.
    ///   - path: of the object that the call is about; `nil` for what the call around it is about.
    func during<Result>(
        _ mailbox: PluginMailbox?,
        at path: [String]? = nil,
        _ body: () -> Result
    ) -> (result: Result, message: String?) {
        let call = PluginCall(mailbox: mailbox, path: path ?? call?.path ?? [], in: call)
        self.call = call
        let result = body()
        self.call = call.outer
        return (result, call.message)
    }

    /// Logs a line on behalf of the plugin.
    ///
    /// - Parameter place: what it is about; `nil` for the object of the running call.
    func log(_ level: PluginLogLevel, _ message: String, at place: String? = nil) {
        // The call is made outside the lock: the host's log may come back to us.
        let mailbox = users.withLock { $0.newest }
        // Calls belong to their thread; a line may come from any.
        let path = mailbox?.isOnThread == true ? call?.path ?? [] : []
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

/// A call into a plugin that is now running. An object, for the reason that a ``WeakMailbox`` is
/// one.
final class PluginCall {
    /// The session that calls.
    let mailbox: PluginMailbox?
    /// The path of the object that it is about; empty for none.
    let path: [String]
    /// The call during which it is made.
    let outer: PluginCall?
    /// What the plugin said last about why it fails.
    var message: String?

    init(mailbox: PluginMailbox?, path: [String], in outer: PluginCall?) {
        self.mailbox = mailbox
        self.path = path
        self.outer = outer
    }
}
