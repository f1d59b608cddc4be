internal import CRestorationPlugin
internal import RestorationCore
internal import RestorationDiscovery
internal import Synchronization

/// The host's side of `restoration/host.h`. Untrusted code may call each function at any time, on
/// any thread.
extension PluginImage {
    func makeHostTable(application: String) -> restoration_host {
        // Never freed: the header promises the text for the host's lifetime.
        let count = application.utf8.count
        let text = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
        unsafe text.copyBytes(from: application.utf8)
        return unsafe restoration_host(
            struct_size: UInt32(MemoryLayout<restoration_host>.size),
            abi_version: ABIVersion.supportedByHost.packed,
            context: Unmanaged.passRetained(self).toOpaque(),
            application: restoration_string(
                bytes: text.bindMemory(to: CChar.self).baseAddress,
                count: UInt64(count)
            ),
            log: { host, level, message in
                guard let image = unsafe PluginImage.behind(host) else { return }
                guard let text = unsafe message.copiedMessage(limit: 4096) else { return }
                image.log(PluginLogLevel(lenient: level), text)
            },
            fail: { host, message in
                guard let image = unsafe PluginImage.behind(host) else { return }
                guard let text = unsafe message.copiedMessage() else { return }
                image.recordFailure(text)
            },
            invalidate: { host, handle in
                guard let mailbox = PluginMailbox.issuer(of: handle) else { return }
                mailbox.invalidate(handle)
                unsafe PluginImage.behind(host)?.recordInvalidation(mailbox)
            },
            interface: { host, identifier in
                guard let image = unsafe PluginImage.behind(host) else { return nil }
                guard let name = unsafe identifier.copied(limit: PluginText.limit) else {
                    return nil
                }
                return unsafe image.hostInterface(name)
            },
            add_child: { unsafe PluginImage.addChild($0, $1, $2) },
            remove_child: { unsafe PluginImage.removeChild($0, $1, $2) },
            parent: { unsafe PluginImage.parent($0, $1, $2) },
            child_at: { unsafe PluginImage.childAt($0, $1, at: $2, $3) },
            make: { unsafe PluginImage.make($0, $1, $2, $3, $4, $5) },
            adopt: { unsafe PluginImage.adopt($0, $1, $2, $3, $4, $5) },
            register_object: { unsafe PluginImage.registerObject($0, $1, $2, $3) },
            find: { unsafe PluginImage.find($0, $1, $2, $3) },
            own_object: { unsafe PluginImage.ownObject($0, $1) },
            object_interface: { unsafe PluginImage.interface($0, $1, $2, $3, $4) },
            query: { unsafe PluginImage.query($0, $1, $2) },
            arrived: { _, handle in
                PluginMailbox.issuer(of: handle)?.recordArrival(handle)
            },
            report_progress: { host in
                guard let image = unsafe PluginImage.behind(host), image.isCalledOnThread()
                else { return }
                image.caller?.recordProgress()
            }
        )
    }

    /// The image behind a host table.
    ///
    /// Invariant: the plugin passes the table that it was given, whose context is an image that is
    /// never freed. Null is the only detectable mistake.
    static func behind(_ host: UnsafePointer<restoration_host>?) -> PluginImage? {
        guard let context = unsafe host?.pointee.context else { return nil }
        return unsafe Unmanaged<PluginImage>.fromOpaque(context).takeUnretainedValue()
    }

    /// Whether this is the thread that uses the plugin.
    var isOnThread: Bool {
        users.withLock { $0.newest }?.isOnThread == true
    }

    /// Also logs the first call from another thread.
    func isCalledOnThread() -> Bool {
        if isOnThread { return true }
        if !hasCalledElsewhere.exchange(true, ordering: .relaxed) {
            log(
                .error,
                "called a function of the host from another thread than the session's, which does"
                    + " nothing there; further such calls are not logged"
            )
        }
        return false
    }

    /// Warns once if the plugin causes endless saves.
    private func recordInvalidation(_ mailbox: PluginMailbox) {
        guard mailbox.isOnThread, call != nil,
            case .preserving? = mailbox.context?.session?.facts.stage,
            !hasInvalidatedInSave.exchange(true, ordering: .relaxed)
        else { return }
        log(
            .warning,
            "calls invalidate while it encodes: each save causes another one,"
                + " which calls encode again; call it where state changes"
        )
    }

    func recordFailure(_ message: String) {
        guard isOnThread, call != nil else { return log(.warning, message) }
        setMessage(message)
    }

    private func hostInterface(_ name: String) -> UnsafeRawPointer? {
        guard isOnThread else {
            log(.error, "asked for the interface \(name) from another thread than the session's")
            return nil
        }
        return unsafe caller?.offer(name)
    }

    /// The mailbox of the running call's session, or of the newest session.
    var caller: PluginMailbox? { call?.mailbox ?? users.withLock { $0.newest } }
}
