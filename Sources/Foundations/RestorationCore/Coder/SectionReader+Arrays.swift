extension SectionReader {
    func strings() throws(CoderError) -> [String] {
        let array = try enter(.array)
        defer { leave(to: array.end) }
        // Creating an array with a capacity looks up its type at run time.
        var texts: [String] = []
        guard array.count > 0 else { return texts }
        texts.reserveCapacity(array.count)
        for _ in 0..<array.count { texts.append(try string()) }
        return texts
    }

    /// The referenced objects, without those that were not restored.
    func references() throws(CoderError) -> [any Restorable] {
        let array = try enter(.array)
        defer { leave(to: array.end) }
        var objects: [any Restorable] = []
        // Most lists of children are empty; reserving nothing also takes time.
        guard array.count > 0 else { return objects }
        objects.reserveCapacity(array.count)
        for _ in 0..<array.count {
            if let object = try reference() { objects.append(object) }
        }
        return objects
    }
}
