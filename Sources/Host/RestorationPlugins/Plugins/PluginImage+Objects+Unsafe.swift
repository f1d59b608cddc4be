internal import CRestorationPlugin
internal import RestorationCore
internal import RestorationEngine

/// The object services of `restoration/host.h`. Plugins may call them at any time, on any thread,
/// with any arguments: invalid calls get a status.
extension PluginImage {
    struct Request {
        let image: PluginImage
        let context: PluginContext
        let session: any PluginSession

        var records: RecordSet { session.records }

        func own(_ handle: restoration_handle) -> PluginObject? {
            let object = context.object(for: handle) as? PluginObject
            guard let object, object.pluginClass.image === image, !object.isGivenUp else {
                return nil
            }
            return object
        }
    }

    /// Finds the session of a plugin's request, and runs `body` with it.
    ///
    /// - Parameter handle: The object whose session answers; 0 for the calling session.
    static func serve(
        _ host: UnsafePointer<restoration_host>?,
        about handle: restoration_handle = 0,
        as function: StaticString = #function,
        _ body: (Request) -> restoration_status
    ) -> restoration_status {
        guard let image = unsafe behind(host) else { return Status.invalid }
        guard image.isCalledOnThread() else { return Status.wrongThread }
        let mailbox = handle == 0 ? image.caller : PluginMailbox.issuer(of: handle)
        guard let context = mailbox?.context else {
            image.recordRefusal(Status.invalid, of: function)
            return Status.invalid
        }
        guard let session = context.session else { return Status.unsupported }
        let status = body(Request(image: image, context: context, session: session))
        if status != Status.ok { image.recordRefusal(status, of: function) }
        return status
    }

    private func recordRefusal(_ status: restoration_status, of function: StaticString) {
        // Ordinary results.
        guard ![Status.absent, Status.declined, Status.notYet].contains(status) else { return }
        // Functions here are named as in restoration/host.h, except for spelling.
        let name = "\(function)".prefix { $0 != "(" }.reduce(into: "") { name, character in
            name += character.isUppercase ? "_\(character.lowercased())" : "\(character)"
        }
        reportRefusal("The host answered \"\(Status.words(status) ?? "")\" to its call of \(name).")
    }

    /// Reports a refusal to `onRefusal`, if the host set it.
    func reportRefusal(_ message: @autoclosure () -> String) {
        guard let onRefusal = caller?.services.onRefusal else { return }
        let path = callPath
        onRefusal(
            PluginLogEntry(
                plugin: plugin,
                place: RestorationPath.printed(path),
                level: .info,
                message: message()
            )
        )
    }

    // MARK: The tree

    /// Serves a request about the plugin's own object and any child.
    private static func serve(
        _ host: UnsafePointer<restoration_host>?,
        about parent: restoration_handle,
        and child: restoration_handle,
        as function: StaticString = #function,
        _ body: (Request, PluginObject, any Restorable) -> restoration_status
    ) -> restoration_status {
        unsafe serve(host, about: parent, as: function) { request in
            guard let parent = request.own(parent),
                let child = request.context.object(for: child)
            else { return Status.invalid }
            return body(request, parent, child)
        }
    }

    static func addChild(
        _ host: UnsafePointer<restoration_host>?,
        _ parentHandle: restoration_handle,
        _ childHandle: restoration_handle
    ) -> restoration_status {
        unsafe serve(host, about: parentHandle, and: childHandle) { request, parent, child in
            guard !request.records.contains(child, above: parent) else { return Status.invalid }
            // An unavailable object stays in its record's place.
            if !(child is UnavailableObject) {
                guard let identifier = request.records.identifier(of: child) else {
                    return Status.invalid
                }
                move(child, to: parent, identifier, request)
            }
            parent.add(child)
            request.session.recordChange()
            return Status.ok
        }
    }

    private static func move(
        _ child: any Restorable,
        to parent: PluginObject,
        _ identifier: RestorationIdentifier,
        _ request: Request
    ) {
        let earlier = request.records.parent(of: child)
        if let earlier, earlier === parent { return }
        _ = (earlier as? PluginObject)?.remove(child)
        request.records.record(child, as: identifier, under: parent)
    }

    static func removeChild(
        _ host: UnsafePointer<restoration_host>?,
        _ parentHandle: restoration_handle,
        _ childHandle: restoration_handle
    ) -> restoration_status {
        unsafe serve(host, about: parentHandle, and: childHandle) { request, parent, child in
            guard parent.remove(child) else { return Status.absent }
            let records = request.records
            if !(child is UnavailableObject), let identifier = records.identifier(of: child) {
                records.record(child, as: identifier, under: nil)
            }
            request.session.recordChange()
            return Status.ok
        }
    }

    static func parent(
        _ host: UnsafePointer<restoration_host>?,
        _ handle: restoration_handle,
        _ parent: UnsafeMutablePointer<restoration_handle>?
    ) -> restoration_status {
        guard let parent = unsafe parent else { return Status.invalid }
        return unsafe serve(host, about: handle) { request in
            guard let object = request.context.object(for: handle) else { return Status.invalid }
            let found = request.records.parent(of: object)
            unsafe parent.pointee = found.map { request.context.handle(of: $0) } ?? 0
            return Status.ok
        }
    }

    static func childAt(
        _ host: UnsafePointer<restoration_host>?,
        _ handle: restoration_handle,
        at index: UInt64,
        _ child: UnsafeMutablePointer<restoration_handle>?
    ) -> restoration_status {
        guard let child = unsafe child else { return Status.invalid }
        return unsafe serve(host, about: handle) { request in
            guard let object = request.context.object(for: handle) else { return Status.invalid }
            let children = object.restorationChildren
            guard index < UInt64(children.count) else { return Status.absent }
            unsafe child.pointee = request.context.handle(of: children[Int(index)])
            return Status.ok
        }
    }

    // MARK: Names

    static func registerObject(
        _ host: UnsafePointer<restoration_host>?,
        _ handle: restoration_handle,
        _ identifier: restoration_string,
        _ parentHandle: restoration_handle
    ) -> restoration_status {
        unsafe serve(host, about: handle) { request in
            guard let object = request.own(handle),
                let identifier = unsafe identifier.restorationIdentifier
            else { return Status.invalid }
            var parent: (any Restorable)?
            if parentHandle != 0 {
                parent = request.context.object(for: parentHandle)
                guard let parent, !request.records.contains(object, above: parent) else {
                    return Status.invalid
                }
            }
            let records = request.records
            guard !records.hasRegistered(identifier, under: parent, otherThan: object) else {
                return Status.invalid
            }
            records.record(
                object,
                as: identifier,
                under: parent,
                restorationClass: object.pluginClass,
                isRegistered: true
            )
            request.session.recordChange()
            return Status.ok
        }
    }

    static func find(
        _ host: UnsafePointer<restoration_host>?,
        _ path: UnsafePointer<restoration_string>?,
        _ count: UInt64,
        _ handle: UnsafeMutablePointer<restoration_handle>?
    ) -> restoration_status {
        guard let path = unsafe path, let handle = unsafe handle, count > 0 else {
            return Status.invalid
        }
        guard count <= 1 << 16 else { return Status.limit }
        return unsafe serve(host) { request in
            var identifiers: [RestorationIdentifier] = []
            for index in 0..<Int(count) {
                // Invariant (restoration/host.h): there are `count` strings.
                guard let identifier = unsafe path[index].restorationIdentifier else {
                    return Status.invalid
                }
                identifiers.append(identifier)
            }
            guard let object = request.records.object(at: identifiers) else { return Status.absent }
            unsafe handle.pointee = request.context.handle(of: object)
            return Status.ok
        }
    }

    // MARK: Pointers and interfaces

    static func ownObject(
        _ host: UnsafePointer<restoration_host>?,
        _ handle: restoration_handle
    ) -> UnsafeMutableRawPointer? {
        guard let image = unsafe behind(host), image.isCalledOnThread() else { return nil }
        let object = PluginMailbox.issuer(of: handle)?.context?.object(for: handle) as? PluginObject
        guard let object, object.pluginClass.image === image else { return nil }
        return unsafe object.pointer
    }

    static func interface(
        _ host: UnsafePointer<restoration_host>?,
        _ handle: restoration_handle,
        _ identifier: restoration_string,
        _ table: UnsafeMutablePointer<UnsafeRawPointer?>?,
        _ pointer: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    ) -> restoration_status {
        guard let table = unsafe table, let pointer = unsafe pointer else { return Status.invalid }
        guard let image = unsafe behind(host) else { return Status.invalid }
        guard image.isCalledOnThread() else { return Status.wrongThread }
        guard let object = PluginMailbox.issuer(of: handle)?.context?.object(for: handle),
            let name = unsafe identifier.copied(limit: PluginText.limit)
        else { return Status.invalid }
        guard let found = unsafe (object as? any InterfaceProviding)?.interface(name) else {
            return Status.unsupported
        }
        if let object = object as? PluginObject {
            unsafe pointer.pointee = object.pointer
        } else {
            // Invariant: the pointer and the table are valid as long as the object.
            unsafe pointer.pointee = Unmanaged.passUnretained(object as AnyObject).toOpaque()
        }
        unsafe table.pointee = found
        return Status.ok
    }
}

extension restoration_string {
    var restorationIdentifier: RestorationIdentifier? {
        unsafe copied(limit: RestorationIdentifier.maximumLength).flatMap {
            RestorationIdentifier($0)
        }
    }
}
