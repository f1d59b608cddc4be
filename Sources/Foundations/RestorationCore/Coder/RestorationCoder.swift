import Synchronization

/// The keyed store of one object's state, which collects values when the object is preserved and
/// returns them when it is restored.
///
/// ```swift
/// coder.encode(draft, forKey: "draft")
/// draft = try coder.decode(String.self, forKey: "draft") ?? ""
/// ```
///
/// Keys belong to one object and never collide with keys of another object. Prefer literals as
/// keys: a literal is looked up by its address.
///
/// A coder stores numbers, `Bool`, `String`, bytes, dates and unique identifiers; arrays,
/// dictionaries and optionals of them; enums whose raw value has one of these types; and references
/// to other restorable objects.
///
/// Use a coder only during the call that passes it, and on that call's thread. Encoding never
/// throws. If a value cannot be stored, the object's preservation fails, the save's report gives
/// the reason, and the previous state is retained.
///
/// Semantic source: `NSCoder` in UIKit's state restoration; rules PRES-25, REST-27, SEC-12. The
/// same type serves hosts and, over the C interface of `restoration/coder.h`, plugins.
public final class RestorationCoder {
    /// Writes to an archive; `nil` on other coders.
    let writer: Unguarded<SectionWriter>?
    let memory: SectionMemory?
    /// Reads from an archive; `nil` on other coders. Owned by this coder.
    let reader: SectionReader?
    let foreign: (any ForeignCoder)?
    let token: UInt32

    init(writing memory: SectionMemory) {
        writer = memory.writer
        self.memory = memory
        reader = nil
        foreign = nil
        token = Self.tokens.next()
    }

    init(reading reader: SectionReader) {
        writer = nil
        memory = nil
        self.reader = reader
        foreign = nil
        token = 0
    }

    package init(foreign: any ForeignCoder) {
        writer = nil
        memory = nil
        reader = nil
        self.foreign = foreign
        token = 0
    }

    deinit { reader?.destroy() }

    private static let tokens = TokenSource()

    // MARK: Encoding

    /// Stores a value under `key`, replacing an earlier one.
    @inlinable
    public func encode<Value: RestorationCodable>(_ value: Value, forKey key: StaticString) {
        if begin(key) { value.encode(into: self) }
    }

    /// Stores a value under a key made at runtime. Hashes the key on every call; a literal is found
    /// by its address.
    @inlinable
    @_disfavoredOverload
    public func encode<Value: RestorationCodable>(_ value: Value, forKey key: String) {
        if begin(key) { value.encode(into: self) }
    }

    // MARK: Decoding

    /// Returns the value under `key`; `nil` if there is none, or if null was stored (REST-27).
    ///
    /// - Throws: ``CoderError/mismatch(key:stored:requested:)`` if its kind differs;
    ///   ``CoderError/outOfRange(key:requested:)`` if a number does not fit. Other keys can be
    ///   decoded after an error.
    @inlinable
    public func decode<Value: RestorationCodable>(
        _ type: Value.Type,
        forKey key: StaticString
    ) throws(CoderError) -> Value? {
        do throws(CoderError) {
            guard try seek(key) else { return nil }
            return try Value.decode(from: self)
        } catch {
            recordFailure(error)
            throw error
        }
    }

    /// Returns the value under a key made at runtime.
    @inlinable
    @_disfavoredOverload
    public func decode<Value: RestorationCodable>(
        _ type: Value.Type,
        forKey key: String
    ) throws(CoderError) -> Value? {
        do throws(CoderError) {
            guard try seek(key) else { return nil }
            return try Value.decode(from: self)
        } catch {
            recordFailure(error)
            throw error
        }
    }

    /// The first decoding error, or `nil`. The restore's report lists it under the object's path,
    /// even if the object continued without the value (SEC-12).
    public var decodingFailure: CoderError? { reader?.failure }

    /// Records that an object rejected a decoded value and continued without it.
    package func recordRefusal(_ reason: Diagnosis) { recordFailure(.refused(reason)) }

    /// Records that decoding a key failed. Saves retain its value until the object stores another
    /// one.
    package func recordUndecoded(_ key: String) { reader?.recordUndecoded(key) }

    @inline(never)
    @usableFromInline
    func recordFailure(_ error: CoderError) { reader?.recordFailure(error) }

    /// Tells whether a value is stored under `key`, including null: an absent key differs from a
    /// stored zero (REST-27).
    public func contains(_ key: String) -> Bool {
        if let reader { return (try? reader.seek(key, acceptingNull: true)) ?? false }
        return (try? foreign?.contains(key)) ?? false
    }

    /// The stored keys in the order of writing. Empty on a coder that encodes.
    public var keys: [String] {
        if let reader { return reader.keys }
        return foreign?.keys ?? []
    }

    /// The time of the save, with the program's and the system's versions; `nil` on a coder that
    /// encodes (PRES-26).
    public var preservationInfo: PreservationInfo? {
        reader?.archive.info ?? foreign?.preservationInfo
    }

    /// The schema version of the saved state, after any migration; `nil` on a coder that encodes in
    /// a host.
    public var schemaVersion: Int? {
        reader.map { Int($0.schemaVersion) } ?? foreign?.schemaVersion
    }
}

/// Generates unique tokens, which distinguish a coder in use from one whose call returned.
private final class TokenSource: Sendable {
    private let last = Atomic<UInt32>(0)
    func next() -> UInt32 {
        let token = last.add(1, ordering: .relaxed).newValue
        // Zero means "no writer". The counter wraps after 2^32 coders.
        return token == 0 ? next() : token
    }
}
