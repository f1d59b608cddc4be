extension RestorationCoder {
    /// The bytes of the object's state: what has been stored so far, or what there is to be read;
    /// `nil` where a plugin's own coder does not know.
    package var sizeInBytes: Int? {
        if let writer { return writer.value.store.count - writer.value.sectionStart }
        return reader?.sizeInBytes
    }
}
