import Synchronization

/// The keyed store of one object's state: collects it when the object is preserved, yields it when
/// the object is restored.
///
/// ```swift
/// coder.encode(draft, forKey: "draft")
/// draft = try coder.decode(String.self, forKey: "draft") ?? ""
/// ```
///
/// Keys belong to one object: the same key in two objects never collides. Write keys as literals
/// where you can: a literal is looked up by its address.
///
/// What is encoded: numbers, `Bool`, `String`, bytes, dates and unique identifiers; arrays,
/// dictionaries and optionals of them; enums with such raw values; and references to other
/// restorable objects, of which only the fact of the reference is stored here.
///
/// A coder belongs to the call that lends it and to that call's thread. Encoding never throws: a
/// value that cannot be stored makes the preservation of this object fail, with the reason in the
/// save's report, and the state saved before it is kept.
///
/// Semantic source: `NSCoder` in UIKit's state restoration; rules PRES-25, REST-27, SEC-12. One
/// type serves in hosts and, over the C interface of `restoration/coder.h`, in plugins.
public final class RestorationCoder {
    /// Writes into an archive; `nil` on a coder that reads or belongs to a plugin.
    let writer: Unguarded<SectionWriter>?
    let memory: SectionMemory?
    /// Reads from an archive; `nil` on a coder that writes or belongs to a plugin. Ours alone.
    let reader: SectionReader?
    /// Passes everything through the plugin interface.
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

    /// Stores a value under a key made at runtime. Costs a hash of the key more than a literal.
    @inlinable
    @_disfavoredOverload
    public func encode<Value: RestorationCodable>(_ value: Value, forKey key: String) {
        if begin(key) { value.encode(into: self) }
    }

    // MARK: Decoding

    /// Fetches the value under `key`; `nil` if there is none, or if null was stored (REST-27).
    ///
    /// - Throws: ``CoderError/mismatch(key:stored:requested:)`` if it is of another kind;
    ///   ``CoderError/outOfRange(key:requested:)`` if a number does not fit. An error does not stop
    ///   other keys from being decoded.
    @inlinable
    public func decode<Value: RestorationCodable>(
        _ type: Value.Type,
        forKey key: StaticString
    ) throws(CoderError) -> Value? {
        do throws(CoderError) {
            guard try seek(key) else { return nil }
            return try Value.decode(from: self)
        } catch {
            noteFailure(error)
            throw error
        }
    }

    /// Fetches the value under a key made at runtime.
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
            noteFailure(error)
            throw error
        }
    }

    /// The first thing that could not be decoded; `nil` while all is well. The report of the
    /// restore tells it under the object's path, even where the object went on without the value
    /// (SEC-12).
    public var decodingFailure: CoderError? { reader?.failure }

    /// Notes that a value which could be decoded was not taken by what it belongs to; the object
    /// goes on without it.
    package func noteRefusal(_ reason: Diagnosis) { noteFailure(.refused(reason)) }

    /// Records that decoding a key failed. Saves keep its value until the object stores another
    /// one.
    package func noteUndecoded(_ key: String) { reader?.noteUndecoded(key) }

    @inline(never)
    @usableFromInline
    func noteFailure(_ error: CoderError) { reader?.noteFailure(error) }

    /// Tells whether something is stored under `key`, even if it is null: an absent key and a
    /// stored zero are different things (REST-27).
    public func contains(_ key: String) -> Bool {
        if let reader { return (try? reader.seek(key, acceptingNull: true)) ?? false }
        return (try? foreign?.contains(key)) ?? false
    }

    /// The keys stored, in the order of writing. Empty on a coder that encodes.
    public var keys: [String] {
        if let reader { return reader.keys }
        return foreign?.keys ?? []
    }

    /// When and by what the state was saved; `nil` on a coder that encodes (PRES-26).
    public var preservationInfo: PreservationInfo? {
        reader?.archive.info ?? foreign?.preservationInfo
    }

    /// The schema version of the class that wrote the state, after its migration if there was one;
    /// `nil` on a coder that encodes in a host.
    public var schemaVersion: Int? {
        reader.map { Int($0.schemaVersion) } ?? foreign?.schemaVersion
    }
}

/// Numbers that never repeat, for telling a coder in use from one whose call has returned.
private final class TokenSource: Sendable {
    private let last = Atomic<UInt32>(0)
    func next() -> UInt32 {
        let token = last.add(1, ordering: .relaxed).newValue
        // Zero means "nobody writes"; after four thousand million coders, skip it.
        return token == 0 ? next() : token
    }
}
