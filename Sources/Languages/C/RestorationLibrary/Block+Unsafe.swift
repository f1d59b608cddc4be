internal import CRestorationSession
import Glibc
internal import RestorationCore

/// One block of memory for a result and everything that it points to. The program frees it with
/// `restoration_free`.
///
/// Filled twice: the first time only to measure its size.
@safe struct Block {
    /// `nil` while measuring.
    private let base: UnsafeMutableRawPointer?
    private(set) var size = 0

    private init(_ base: UnsafeMutableRawPointer?) { unsafe self.base = base }

    /// Makes a block with a result.
    ///
    /// - Parameter fill: Called twice; its calls of this block give `nil` the first time.
    /// - Throws: ``Refusal`` without memory.
    static func make<Result>(
        _ fill: (inout Block) -> Result
    ) throws(Refusal) -> UnsafeMutablePointer<Result> {
        var measured = unsafe Block(nil)
        _ = unsafe measured.take(Result.self)
        _ = fill(&measured)
        // Invariant: `fill` takes the same path twice, so the block suffices.
        guard let memory = unsafe calloc(1, measured.size) else {
            throw Refusal(Status.limit, "There is no memory left", remedy: "Free some memory.")
        }
        var block = unsafe Block(memory)
        let result = unsafe block.take(Result.self)!
        unsafe result.initialize(to: fill(&block))
        return unsafe result
    }

    private mutating func take(_ count: Int, alignment: Int) -> UnsafeMutableRawPointer? {
        let start = (size + alignment - 1) / alignment * alignment
        size = start + count
        return unsafe base.map { unsafe $0 + start }
    }

    mutating func take<Element>(
        _ type: Element.Type,
        count: Int = 1
    ) -> UnsafeMutablePointer<Element>? {
        let bytes = unsafe take(
            MemoryLayout<Element>.stride * count,
            alignment: MemoryLayout<Element>.alignment
        )
        return unsafe bytes?.bindMemory(to: type, capacity: count)
    }

    /// A NUL-terminated copy of a text, cut at the first NUL; "" for `nil`.
    mutating func text(_ text: String?) -> UnsafePointer<CChar>? {
        var text = text ?? ""
        let copy = unsafe take(CChar.self, count: text.utf8.count + 1)
        guard let copy = unsafe copy else { return nil }
        text.withUTF8 { bytes in
            for index in bytes.indices {
                unsafe copy[index] = CChar(bitPattern: bytes[index])
            }
        }
        return unsafe UnsafePointer(copy)
    }

    /// An array of pointers to elements.
    ///
    /// - Parameter store: Fills one element; called while measuring, too, with `nil`.
    mutating func list<Source: Collection, Element>(
        _ sources: Source,
        of type: Element.Type,
        _ store: (inout Block, Source.Element) -> Element
    ) -> UnsafePointer<UnsafePointer<Element>?>? {
        let pointers = unsafe take(UnsafePointer<Element>?.self, count: sources.count)
        for (index, source) in sources.enumerated() {
            let element = unsafe take(type)
            let value = store(&self, source)
            if let element = unsafe element {
                unsafe element.initialize(to: value)
                unsafe pointers?[index] = UnsafePointer(element)
            }
        }
        return unsafe pointers.map { unsafe UnsafePointer($0) }
    }

    mutating func texts(_ texts: [String]) -> UnsafePointer<UnsafePointer<CChar>?>? {
        let pointers = unsafe take(UnsafePointer<CChar>?.self, count: texts.count)
        for (index, text) in texts.enumerated() {
            let copy = unsafe self.text(text)
            unsafe pointers?[index] = copy
        }
        return unsafe pointers.map { unsafe UnsafePointer($0) }
    }

    mutating func notes(
        _ notes: [Diagnosis]
    ) -> UnsafePointer<UnsafePointer<restoration_note>?>? {
        unsafe list(notes, of: restoration_note.self) { block, note in unsafe block.note(note) }
    }

    mutating func note(_ note: Diagnosis) -> restoration_note {
        unsafe restoration_note(
            struct_size: UInt32(MemoryLayout<restoration_note>.size),
            reserved: 0,
            problem: text(note.problem),
            place: text(note.place),
            remedy: text(note.remedy)
        )
    }
}
