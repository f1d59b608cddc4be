public import RestorationCore

/// Names the row of one device in a ``RemoteStore``.
public struct RemoteKey: Hashable, Sendable {
    /// The application whose state the row contains.
    public let application: ApplicationIdentifier
    /// The number of the program's instance, from 1.
    public let instance: Int
    /// The person whose state the row contains.
    public let person: RemotePerson
    /// The device that writes the row.
    public let device: DeviceID

    /// Creates a key.
    ///
    /// - Parameters:
    ///   - application: The application whose state the row contains.
    ///   - instance: 1 or higher. Each application has one instance, 1, at present.
    ///   - person: The person whose state the row contains.
    ///   - device: The device that writes the row.
    public init(
        application: ApplicationIdentifier,
        instance: Int = 1,
        person: RemotePerson,
        device: DeviceID
    ) {
        precondition(instance >= 1, "Instances count from 1.")
        self.application = application
        self.instance = instance
        self.person = person
        self.device = device
    }
}

extension RemoteKey: Comparable {
    /// Compares application, instance, person and device in this order, and text by its bytes.
    public static func < (a: Self, b: Self) -> Bool {
        if a.application != b.application {
            return a.application.rawValue.precedesInBytes(b.application.rawValue)
        }
        if a.instance != b.instance { return a.instance < b.instance }
        if a.person != b.person { return a.person.rawValue.precedesInBytes(b.person.rawValue) }
        return a.device.value < b.device.value
    }
}

extension RemoteKey: CustomStringConvertible {
    /// "org.example.notes/1/ada/5f0c…", with 32 digits of the device.
    public var description: String { "\(application)/\(instance)/\(person)/\(device)" }
}

extension String {
    fileprivate func precedesInBytes(_ other: String) -> Bool {
        utf8.lexicographicallyPrecedes(other.utf8)
    }
}

/// The rows that have the beginning of their key in common.
@frozen
public enum RemotePrefix: Hashable, Sendable {
    /// All rows that the store may read.
    case all
    /// The rows of an application.
    case application(ApplicationIdentifier)
    /// The rows of an instance of an application.
    case instance(ApplicationIdentifier, Int)
    /// The rows of all devices of a person.
    case person(ApplicationIdentifier, Int, RemotePerson)

    /// Whether a key has this prefix.
    public func matches(_ key: RemoteKey) -> Bool {
        switch self {
        case .all: true
        case .application(let application): key.application == application
        case .instance(let application, let instance):
            key.application == application && key.instance == instance
        case .person(let application, let instance, let person):
            key.application == application && key.instance == instance && key.person == person
        }
    }
}

/// The name of a person whose state a ``RemoteStore`` contains: a role of the database, or a name
/// that a host with many sessions gives.
public struct RemotePerson: Hashable, Sendable {
    /// The longest name, in UTF-8 bytes.
    public static let maximumLength = 200
    /// The name as given.
    public let rawValue: String

    /// Creates a name, or returns `nil` if the text cannot be one.
    ///
    /// - Parameter rawValue: 1 to ``maximumLength`` UTF-8 bytes without control characters.
    public init?(_ rawValue: String) {
        guard (1...Self.maximumLength).contains(rawValue.utf8.count),
            !rawValue.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f })
        else { return nil }
        self.rawValue = rawValue
    }

    /// Compares the UTF-8 bytes, as a database does.
    public static func == (a: Self, b: Self) -> Bool {
        a.rawValue.utf8.elementsEqual(b.rawValue.utf8)
    }

    /// Hashes the UTF-8 bytes.
    public func hash(into hasher: inout Hasher) {
        for byte in rawValue.utf8 { hasher.combine(byte) }
    }
}

extension RemotePerson: CustomStringConvertible {
    /// The name as given.
    public var description: String { rawValue }
}
