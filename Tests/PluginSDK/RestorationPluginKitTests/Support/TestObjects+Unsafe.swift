import CRestorationPlugin
import RestorationCore
import Synchronization

/// The objects of a host, by their handles.
struct TestObjects: Sendable {
    /// An object of the plugin. Its pointers are opaque to the host and stored as addresses.
    struct Own: Sendable {
        var pointer: UInt
        var table: UInt = 0
    }

    /// If not 0, the next call does nothing and returns this status.
    var answer: Int32 = 0
    var own: [UInt64: Own] = [:]
    var names: [UInt64: String] = [:]
    var parents: [UInt64: UInt64] = [:]
    var children: [UInt64: [UInt64]] = [:]
    var paths: [[String]: UInt64] = [:]
    var parameters: [String: RestorationValue] = [:]
    private var nextHandle: UInt64 = 100

    mutating func add(_ child: UInt64, to parent: UInt64, name: String? = nil) {
        if let former = parents[child] { children[former]?.removeAll { $0 == child } }
        parents[child] = parent
        children[parent, default: []].append(child)
        if let name { names[child] = name }
    }

    mutating func makeHandle() -> UInt64 {
        nextHandle += 1
        return nextHandle
    }
}

private typealias Host = UnsafePointer<restoration_host>

/// Runs `body`, or, once, returns the status that a test has set in its place.
private func answer(
    _ host: Host?,
    _ body: (inout TestObjects) -> Int32
) -> restoration_status {
    unsafe TestHost.of(host).withObjects { objects in
        guard objects.answer == 0 else {
            defer { objects.answer = 0 }
            return objects.answer
        }
        return body(&objects)
    }
}

extension TestHost {
    func addObjects(to table: inout restoration_host) {
        unsafe addTree(to: &table)
        unsafe addMaking(to: &table)
        unsafe table.find = { host, path, count, object in
            let path = (0..<Int(count)).map { unsafe path![$0].text }
            return unsafe answer(host) { objects in
                guard let found = objects.paths[path] else { return 2 }
                unsafe object!.pointee = found
                return 0
            }
        }
        unsafe table.own_object = { host, object in
            let own = unsafe TestHost.of(host).withObjects { $0.own[object] }
            return unsafe own.flatMap { unsafe UnsafeMutableRawPointer(bitPattern: $0.pointer) }
        }
        unsafe table.object_interface = { host, object, id, table, pointer in
            let id = unsafe id.text
            return unsafe answer(host) { _ in
                guard id == "org.example.app.number/1" else { return 4 }
                unsafe table!.pointee = UnsafeRawPointer(number)
                unsafe pointer!.pointee = UnsafeMutableRawPointer(bitPattern: UInt(object))
                return 0
            }
        }
    }

    private func addTree(to table: inout restoration_host) {
        unsafe table.add_child = { host, parent, child in
            unsafe answer(host) { objects in
                guard parent != child else { return 6 }
                objects.add(child, to: parent)
                return 0
            }
        }
        unsafe table.remove_child = { host, parent, child in
            unsafe answer(host) { objects in
                guard objects.parents[child] == parent else { return 2 }
                objects.parents[child] = nil
                objects.children[parent]?.removeAll { $0 == child }
                return 0
            }
        }
        unsafe table.parent = { host, object, parent in
            unsafe answer(host) { objects in
                unsafe parent!.pointee = objects.parents[object] ?? 0
                return 0
            }
        }
        unsafe table.child_at = { host, object, index, child in
            unsafe answer(host) { objects in
                let children = objects.children[object] ?? []
                guard index < children.count else { return 2 }
                unsafe child!.pointee = children[Int(index)]
                return 0
            }
        }
        unsafe table.register_object = { host, object, identifier, parent in
            let name = unsafe identifier.text
            return unsafe answer(host) { objects in
                objects.names[object] = "\(name) below \(parent)"
                return 0
            }
        }
    }

    private func addMaking(to table: inout restoration_host) {
        unsafe table.make = { host, parent, identifier, writeParameters, context, object in
            let coder = TestCoder(isWriting: true)
            let lent = LentCoder(coder)
            let status = unsafe writeParameters?(context, lent.table) ?? 0
            coder.isLent = false
            guard status == 0 else { return 8 }
            let name = unsafe identifier.text
            let parameters = Dictionary(coder.fields.map { ($0.key, $0.value) }) { $1 }
            return unsafe answer(host) { objects in
                let handle = objects.makeHandle()
                objects.add(handle, to: parent, name: name)
                objects.parameters = parameters
                unsafe object!.pointee = handle
                return 0
            }
        }
        unsafe table.adopt = { host, parent, identifier, table, object, handle in
            let name = unsafe identifier.text
            let own = TestObjects.Own(
                pointer: UInt(bitPattern: object),
                table: UInt(bitPattern: table)
            )
            return unsafe answer(host) { objects in
                let made = objects.makeHandle()
                objects.own[made] = own
                objects.add(made, to: parent, name: name)
                unsafe handle!.pointee = made
                return 0
            }
        }
    }
}
