/// Arrays of what is commonest in them, in one go.
extension SectionReader {
    func strings() throws(CoderError) -> [String] {
        let array = try enter(.array)
        defer { leave(to: array.end) }
        // An array that is made with a capacity looks up its type at run time, each time.
        var texts: [String] = []
        guard array.count > 0 else { return texts }
        texts.reserveCapacity(array.count)
        for _ in 0..<array.count { texts.append(try string()) }
        return texts
    }

    /// The objects referred to; what was not restored is left out.
    func references() throws(CoderError) -> [any Restorable] {
        let array = try enter(.array)
        defer { leave(to: array.end) }
        var objects: [any Restorable] = []
        // No room for nothing: most lists of children are empty, and even that takes time.
        guard array.count > 0 else { return objects }
        objects.reserveCapacity(array.count)
        for _ in 0..<array.count {
            if let object = try reference() { objects.append(object) }
        }
        return objects
    }
}
