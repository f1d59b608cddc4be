extension RestorationCoder {
    /// The size of the object's encoded state; `nil` on a plugin's own coder.
    package var sizeInBytes: Int? {
        if let writer { return writer.value.store.count - writer.value.sectionStart }
        return reader?.sizeInBytes
    }
}
