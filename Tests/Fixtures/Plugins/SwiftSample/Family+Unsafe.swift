import CRestorationPlugin
import RestorationPluginKit

/// An object with references, children and declared properties.
final class Family: RestorableObject {
    static let restorableProperties = [
        RestorableProperty("motto", \Family.motto, default: "", .sensitive, .omittedIfDefault),
        RestorableProperty("size", \Family.size, default: 1),
    ]
    private var motto = ""
    private var size = 1
    private var members: [any Restorable] = []
    private var friend: (any Restorable)?
    private var ally: Family?
    private var address: Address?
    private let isToGrow: Bool

    private struct Address: Codable {
        var street: String
        var number: Int?
    }

    init(_ request: CreationRequest) throws {
        friend = try request.coder?.decodeReference(forKey: "friend")
        isToGrow = try request.parameter("grows", as: Bool.self) == true
        if try request.parameter("early", as: Bool.self) == true { try grow("Early") }
    }

    func restorationDidMake() throws {
        if isToGrow { try grow("First") }
    }

    deinit { PluginHost.log("Family ended", level: .debug) }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(members, forKey: "members")
        coder.encode(friend, forKey: "friend")
        coder.encode(ally, forKey: "ally")
        coder.encode(address, forKey: "address")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        members = try coder.decodeReferences(forKey: "members")
        friend = try coder.decodeReference(forKey: "friend")
        ally = try coder.decode(Family.self, forKey: "ally")
        address = try coder.decode(Address.self, forKey: "address")
    }

    // MARK: Commands of the tests

    func perform(_ command: String) throws -> String {
        let words = command.split(separator: " ").map(String.init)
        let rest = words.dropFirst().joined(separator: " ")
        switch words.first {
        case "grow": return try grow(rest)
        case "members": return members.map(describe).joined(separator: ", ")
        case "friend": return friend.map(describe) ?? "nil"
        case "forget":
            size = 1
            members = []
            return "\(rest) forgotten"
        case "bring":
            let made = try PluginHost.make(rest, under: self, parameters: ["name": "Tom", "n": 1])
            members.append(made)
            return describe(made)
        case "find": return try PluginHost.find(words.dropFirst().map { $0 }).map(describe) ?? "nil"
        case "befriend":
            friend = try PluginHost.find(words.dropFirst().map { $0 })
            return friend.map(describe) ?? "nil"
        case "move":
            guard let friend else { return "nil" }
            try addRestorationChild(friend)
            return PluginHost.children(of: self).map(describe).joined(separator: ", ")
        case "leave":
            guard let friend else { return "nil" }
            try removeRestorationChild(friend)
            return "\(PluginHost.children(of: self).count)"
        case "parent": return PluginHost.parent(of: self).map(describe) ?? "nil"
        case "register":
            try PluginHost.registerObject(self, identifier: rest, parent: friend)
            return "registered"
        case "number": return number()
        case "facts": return facts()
        default: return "?"
        }
    }

    @discardableResult
    private func grow(_ name: String) throws -> String {
        let path = RestorationPath(root: RestorationIdentifier("New")!)
        let child = try Family(CreationRequest(path: path, reason: .make))
        try addRestorationChild(child, identifier: name.isEmpty ? nil : name)
        members.append(child)
        return describe(child)
    }

    private func describe(_ object: any Restorable) -> String {
        if object === self { return "self" }
        if object is Family { return "a family" }
        return object === friend ? "the friend" : "a stranger"
    }

    private func number() -> String {
        guard let friend,
            let interface = PluginHost.interface(
                "org.example.app.number/1",
                of: friend,
                as: Int32.self
            )
        else { return "nil" }
        return unsafe "\(interface.table.pointee) for \(UInt(bitPattern: interface.object))"
    }

    private func facts() -> String {
        let facts: [Any?] = [
            PluginHost.abiVersion, PluginHost.applicationVersion, PluginHost.restorationReason,
            PluginHost.restorationStage, PluginHost.query("org.example.unknown"),
        ]
        return facts.map { $0.map { "\($0)" } ?? "nil" }.joined(separator: " ")
    }
}

extension Family: InterfaceProviding {
    typealias Command = @convention(c) (UnsafeMutableRawPointer?, restoration_string) -> Void

    private static let command: Command = { pointer, text in
        guard let family = unsafe Family.object(at: pointer),
            let command = unsafe String(copying: text)
        else { return }
        do {
            PluginHost.log(try family.perform(command))
        } catch {
            PluginHost.log("\((error as? PluginHostError)?.diagnosis.problem ?? "\(error)")")
        }
    }
    private static let table = unsafe InterfaceTable(command)

    func interface(_ id: String) -> UnsafeRawPointer? {
        id == "org.example.sample.command/1" ? unsafe Self.table.pointer : nil
    }
}
