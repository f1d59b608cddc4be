/// Caches the last chunk of another source.
final class RememberedChunk: ImageSource {
    private let source: any ImageSource
    private(set) var last: ImageChunk?

    init(of source: any ImageSource) { self.source = source }

    var imageSize: Int { source.imageSize }

    func chunk(covering range: Range<Int>) throws -> ImageChunk {
        if let last, last.covers(range) { return last }
        let chunk = try source.chunk(covering: range)
        last = chunk
        return chunk
    }
}
