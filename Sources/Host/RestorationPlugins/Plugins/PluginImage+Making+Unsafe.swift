internal import CRestorationPlugin
internal import RestorationCore
internal import RestorationDiscovery
internal import RestorationEngine

/// Creation and adoption of objects, and queries of facts.
extension PluginImage {
    typealias ParameterWriter =
        @convention(c) (
            UnsafeMutableRawPointer?, UnsafeMutablePointer<restoration_coder>?
        ) -> restoration_status

    static func make(
        _ host: UnsafePointer<restoration_host>?,
        _ parentHandle: restoration_handle,
        _ identifier: restoration_string,
        _ write: ParameterWriter?,
        _ writerContext: UnsafeMutableRawPointer?,
        _ handle: UnsafeMutablePointer<restoration_handle>?
    ) -> restoration_status {
        guard let handle = unsafe handle else { return Status.invalid }
        return unsafe serve(host, about: parentHandle) { request in
            guard let parent = request.own(parentHandle),
                let identifier = unsafe identifier.restorationIdentifier
            else { return Status.invalid }
            do {
                let parameters = unsafe try request.parameters(write, writerContext)
                let child = try request.session.make(
                    identifier,
                    under: parent,
                    parameters: parameters
                )
                parent.add(child)
                unsafe handle.pointee = request.context.handle(of: child)
                return Status.ok
            } catch let refusal as ParametersRefused {
                return refusal.status
            } catch is CreationDeclined {
                return Status.declined
            } catch is ObjectNotYetAvailable {
                return Status.notYet
            } catch {
                let diagnosis = Diagnosis(error)
                request.image.log(.error, diagnosis.problem, at: diagnosis.place)
                return Status.failed
            }
        }
    }

    static func adopt(
        _ host: UnsafePointer<restoration_host>?,
        _ parentHandle: restoration_handle,
        _ identifier: restoration_string,
        _ objectClass: UnsafePointer<restoration_class>?,
        _ object: UnsafeMutableRawPointer?,
        _ handle: UnsafeMutablePointer<restoration_handle>?
    ) -> restoration_status {
        guard let handle = unsafe handle, let object = unsafe object else { return Status.invalid }
        return unsafe serve(host, about: parentHandle) { request in
            let address = UInt(bitPattern: objectClass)
            guard let parent = request.own(parentHandle),
                let identifier = unsafe identifier.restorationIdentifier,
                let pluginClass = request.context.pluginClass(at: address),
                pluginClass.image === request.image,
                // Two owners would destroy the object twice.
                !request.context.isOwned(UInt(bitPattern: object))
            else { return Status.invalid }
            let path = (request.records.path(of: parent)?.identifiers ?? []) + [identifier]
            // From here on the host owns the object.
            let child = unsafe pluginClass.makeObject(
                object,
                handle: request.context.mailbox.issueHandle(),
                path: path.map(\.rawValue)
            )
            request.records.record(
                child,
                as: identifier,
                under: parent,
                restorationClass: pluginClass
            )
            parent.add(child)
            request.session.recordChange()
            unsafe handle.pointee = child.handle
            return Status.ok
        }
    }

    // MARK: Facts

    static func query(
        _ host: UnsafePointer<restoration_host>?,
        _ key: restoration_string,
        _ value: UnsafeMutablePointer<restoration_string>?
    ) -> restoration_status {
        guard let value = unsafe value else { return Status.invalid }
        return unsafe serve(host) { request in
            guard let key = unsafe key.copied(limit: PluginText.limit) else {
                return Status.invalid
            }
            let facts = request.session.facts
            let answer: String?
            switch key {
            case "application.version": answer = facts.applicationVersion
            case "restoration.reason": answer = facts.reason?.rawValue
            case "restoration.stage": answer = facts.stage.rawValue
            case "saved.time": answer = facts.savedState?.timestamp.decimalSeconds
            case "saved.application.version": answer = facts.savedState?.applicationVersion
            case "saved.system.version": answer = facts.savedState?.systemVersion
            case "session.thread":
                answer = request.context.mailbox.thread.isMainActor ? "changing" : "fixed"
            case "host.abi": answer = ABIVersion.supportedByHost.description
            default: return Status.unsupported
            }
            guard let answer else { return Status.absent }
            unsafe value.pointee = PermanentText.of(answer)
            return Status.ok
        }
    }
}

private struct ParametersRefused: Error {
    let status: restoration_status
}

extension PluginImage.Request {
    fileprivate func parameters(
        _ write: PluginImage.ParameterWriter?,
        _ writerContext: UnsafeMutableRawPointer?
    ) throws -> [String: RestorationValue] {
        guard let write = unsafe write else { return [:] }
        return try RestorationCoder.values { coder in
            try context.withCoder(for: image) { table in
                try unsafe table.lend(coder, for: .parameters, version: nil) { lent in
                    let (returned, message) = image.runCode(for: context.mailbox) {
                        unsafe write(writerContext, lent)
                    }
                    let status = Status.settled(returned, message)
                    guard status == Status.ok else {
                        if let message { image.log(.error, message) }
                        throw ParametersRefused(status: status)
                    }
                    if let fault = table.fatalFault {
                        image.log(.error, fault.clause)
                        throw ParametersRefused(status: table.status(for: fault))
                    }
                    guard table.written.isEmpty else {
                        throw ParametersRefused(status: Status.invalid)
                    }
                }
            }
        }
    }
}

/// The few texts of facts. Never freed, so a plugin may read them at any time.
private enum PermanentText {
    /// By bytes, because `String` equality ignores encoding differences. Guarded, because sessions
    /// use several threads.
    private static let texts = Locked([[UInt8]: UInt]())

    static func of(_ text: String) -> restoration_string {
        let text = Array(text.utf8)
        let address = texts.withLock { texts in
            if let known = texts[text] { return known }
            let bytes = UnsafeMutableRawBufferPointer.allocate(
                byteCount: max(text.count, 1),
                alignment: 1
            )
            unsafe bytes.copyBytes(from: text)
            let address = UInt(bitPattern: bytes.baseAddress)
            texts[text] = address
            return address
        }
        // Invariant: the buffer has exactly the key's bytes, and is never freed.
        return unsafe restoration_string(
            bytes: UnsafePointer(bitPattern: address),
            count: UInt64(text.count)
        )
    }
}
