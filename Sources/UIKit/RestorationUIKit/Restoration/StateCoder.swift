import Foundation
import RestorationKit

/// The `NSCoder` of one participant's state.
///
/// A number is stored at its own width and read at any other in which it fits. A value of another
/// kind or of a class that is not allowed is a failure. After the first failure every value reads
/// as `nil`, zero or `false`, and ``error`` has the cause (SEC-11). The restore's report names the
/// failure with the object's path and the key (SEC-12).
///
/// Valid on the main thread, during the call that receives it.
final class StateCoder: BytesCoder {
    enum Store {
        case writing(RestorationCoder)
        case reading(RestorationCoder)
        /// The coder of a restoration class, opened on first use.
        case creating(CreationRequest)
        /// The values of an object stored by value, inside another one's state.
        case writingObject(StoredObjectWriter)
        case readingObject([String: StoredValue], allowed: AllowedClasses?)
    }

    let store: Store
    private let needsSecureCoding: Bool
    /// Whether the state is a controller's, which may come from a storyboard.
    private let isOfController: Bool
    private(set) var failure: (any Error)?
    /// The keys decoded before the failure.
    private var decodedKeys: Set<String> = []
    /// The coder of the enclosing object, if this object is stored by value.
    private weak var outer: StateCoder?

    init(
        _ store: Store,
        secure: Bool,
        outer: StateCoder? = nil,
        isOfController: Bool = false
    ) {
        self.store = store
        needsSecureCoding = secure
        self.outer = outer
        self.isOfController = isOfController
    }

    @MainActor convenience init(writing coder: RestorationCoder) {
        self.init(.writing(coder), secure: UIApplication.current?.isSecure ?? true)
    }

    @MainActor convenience init(reading coder: RestorationCoder, isOfController: Bool = false) {
        self.init(
            .reading(coder),
            secure: UIApplication.current?.isSecure ?? true,
            isOfController: isOfController
        )
    }

    @MainActor convenience init(creating request: CreationRequest) {
        self.init(
            .creating(request),
            secure: UIApplication.current?.isSecure ?? true,
            isOfController: true
        )
    }

    @MainActor static var empty: StateCoder {
        StateCoder(.reading(.empty(.unknown)), secure: true)
    }

    /// Throws the failure of the encode, if any. The save then writes the object's former state.
    func finish() throws { if let failure { throw failure } }

    // MARK: Failures

    override var requiresSecureCoding: Bool { needsSecureCoding }
    override var allowsKeyedCoding: Bool { true }
    /// The classes allowed inside an object read by value, else `nil`.
    override var allowedClasses: [AnyClass]? {
        if case .readingObject(_, let allowed) = store { allowed?.classes } else { nil }
    }
    override var decodingFailurePolicy: NSCoder.DecodingFailurePolicy { .setErrorAndReturn }
    override var error: (any Error)? { failure }

    override func failWithError(_ error: any Error) { record(error) }
    override func recordMissingKey() { record(StateCoderError.withoutKey) }

    func record(_ error: any Error) {
        guard failure == nil else { return }
        failure = error
        outer?.record(error)
        reader?.recordRefusal(Diagnosis(error))
    }

    /// The archive's coder for reading, or `nil` for writing and for an object stored by value.
    private var reader: RestorationCoder? {
        switch store {
        case .reading(let coder): return coder
        case .creating(let request):
            if opened == nil { opened = request.coder }
            return opened
        case .writing, .writingObject, .readingObject: return nil
        }
    }
    private var opened: RestorationCoder?

    /// The archive's coder for writing, or `nil` for reading.
    private func begin(_ key: String) -> RestorationCoder? {
        guard !ReservedStateKey.isReserved(key) else {
            MainActor.assumeIsolated { UIApplication.current?.logReservedKey(key) }
            return nil
        }
        switch store {
        case .writing(let coder): return coder.begin(key) ? coder : nil
        case .writingObject(let writer): return writer.begin(key)
        case .reading, .creating, .readingObject:
            record(StateCoderError.encodesWhileDecoding(key))
            return nil
        }
    }

    // MARK: Encoding

    override func encode(_ value: Bool, forKey key: String) { begin(key)?.put(value) }
    override func encode(_ value: Int, forKey key: String) { begin(key)?.put(Int64(value)) }
    override func encode(_ value: Int32, forKey key: String) { begin(key)?.put(Int64(value)) }
    override func encode(_ value: Int64, forKey key: String) { begin(key)?.put(value) }
    override func encode(_ value: Float, forKey key: String) { begin(key)?.put(value) }
    override func encode(_ value: Double, forKey key: String) { begin(key)?.put(value) }

    override func put(_ bytes: [UInt8], forKey key: String) { begin(key)?.put(bytes) }

    override func encode(_ object: Any?, forKey key: String) {
        guard let coder = begin(key) else { return }
        do {
            try StoredValue.write(object, to: coder, secure: needsSecureCoding)
        } catch {
            // The key needs a value, although the record will be discarded.
            coder.putNull()
            record(StateCoderError.notStored(key: key, reason: error.description))
        }
    }

    override func encodeConditionalObject(_ object: Any?, forKey key: String) {
        encode(object, forKey: key)
    }

    // MARK: Decoding

    override func containsValue(forKey key: String) -> Bool {
        switch store {
        case .reading, .creating: return info(key) != nil || reader?.contains(key) ?? false
        case .readingObject(let values, _): return values[key] != nil
        case .writing, .writingObject: return false
        }
    }

    private func value(_ key: String) -> StoredValue? {
        guard failure == nil else { return nil }
        switch store {
        case .reading, .creating:
            if let known = info(key) { return StoredValue(known) }
            do {
                return try reader?.decode(StoredValue.self, forKey: key)
            } catch {
                record(error)
                return nil
            }
        case .readingObject(let values, _): return values[key]
        case .writing, .writingObject:
            record(StateCoderError.decodesWhileEncoding(key))
            return nil
        }
    }

    /// Saves retain a value that failed to decode, for example because its class is missing, until
    /// the program stores another one.
    private func recordIfUndecoded(_ key: String) {
        if failure == nil {
            decodedKeys.insert(key)
        } else if !decodedKeys.contains(key) {
            reader?.recordUndecoded(key)
        }
    }

    private func number<Number>(
        _ key: String,
        _ what: String,
        _ convert: (StoredValue) -> Number?
    ) -> Number? {
        defer { recordIfUndecoded(key) }
        guard let value = value(key), !value.isNull else { return nil }
        if let number = convert(value) { return number }
        record(StateCoderError.mismatch(key: key, stored: value.kind, requested: what))
        return nil
    }

    override func decodeBool(forKey key: String) -> Bool {
        number(key, "Bool") { $0.bool } ?? false
    }
    override func decodeInteger(forKey key: String) -> Int {
        number(key, "Int") { $0.integer.flatMap { Int(exactly: $0) } } ?? 0
    }
    override func decodeInt32(forKey key: String) -> Int32 {
        number(key, "Int32") { $0.integer.flatMap { Int32(exactly: $0) } } ?? 0
    }
    override func decodeCInt(forKey key: String) -> Int32 { decodeInt32(forKey: key) }
    override func decodeInt64(forKey key: String) -> Int64 {
        number(key, "Int64") { $0.integer } ?? 0
    }
    override func decodeFloat(forKey key: String) -> Float {
        number(key, "Float") { $0.double.map { Float($0) } } ?? 0
    }
    override func decodeDouble(forKey key: String) -> Double {
        number(key, "Double") { $0.double } ?? 0
    }

    override func bytes(forKey key: String) -> [UInt8]? {
        number(key, "bytes") { value in
            if case .bytes(let bytes) = value { bytes } else { nil }
        }
    }

    override func decodeObject(forKey key: String) -> Any? {
        if case .readingObject(_, let allowed?) = store { return object(key, allowed) }
        return object(key, nil)
    }

    override func decodePropertyList(forKey key: String) -> Any? {
        object(key, .propertyList)
    }

    override func decodeObject<Object: NSObject & NSCoding>(
        of type: Object.Type,
        forKey key: String
    ) -> Object? {
        object(key, AllowedClasses([type])).flatMap { StoredValue.bridged($0, to: type) as? Object }
    }

    override func decodeObject(of classes: [AnyClass]?, forKey key: String) -> Any? {
        object(key, classes.map { AllowedClasses($0) })
    }

    private func object(_ key: String, _ allowed: AllowedClasses?) -> Any? {
        if key == UIApplication.stateRestorationViewControllerStoryboardKey,
            let coder = reader
        {
            guard isOfController, let source = StoryboardSource(of: coder) else { return nil }
            return MainActor.assumeIsolated { source.storyboard }
        }
        defer { recordIfUndecoded(key) }
        guard let value = value(key) else { return nil }
        do {
            return try value.object(allowed, secure: needsSecureCoding, in: self)
        } catch {
            record(StateCoderError.refused(key: key, reason: error.description))
            return nil
        }
    }

    private func info(_ key: String) -> RestorationValue? {
        guard ReservedStateKey.isReserved(key), let info = reader?.preservationInfo
        else { return nil }
        switch key {
        case UIApplication.stateRestorationBundleVersionKey:
            return info.applicationVersion.map { .string($0) }
        case UIApplication.stateRestorationTimestampKey: return .date(info.timestamp)
        case UIApplication.stateRestorationSystemVersionKey: return .string(info.systemVersion)
        case UIApplication.stateRestorationUserInterfaceIdiomKey:
            return MainActor.assumeIsolated { UIApplication.current?.savedIdiom }
                .map { .integer(Int64($0)) }
        default: return nil
        }
    }
}

/// The keys of facts about the save, which participants cannot overwrite (PRES-28).
enum ReservedStateKey {
    private static let all: Set<String> = [
        UIApplication.stateRestorationBundleVersionKey,
        UIApplication.stateRestorationUserInterfaceIdiomKey,
        UIApplication.stateRestorationTimestampKey,
        UIApplication.stateRestorationSystemVersionKey,
        UIApplication.stateRestorationViewControllerStoryboardKey,
    ]

    static func isReserved(_ key: String) -> Bool {
        key.hasPrefix("UI") && all.contains(key)
    }
}

extension NSCoder {
    /// Marks a value as private, so that tools show it only on request. No counterpart in UIKit.
    public func markSensitive(_ key: String) {
        if case .writing(let coder)? = (self as? StateCoder)?.store { coder.markSensitive(key) }
    }
}
