extension RestorationSession {
    /// As ``make(_:under:className:parameters:)``, with a result of the program's type.
    ///
    /// ```swift
    /// let page = try session.make("page-1", under: desk, as: Page.self, className: "Page")
    /// page.text = "Feed them"
    /// ```
    ///
    /// - Parameters:
    ///   - identifier: The object's identifier below `parent`.
    ///   - parent: The object that contains or presents it; `nil` makes a root.
    ///   - type: A type of the program, or a protocol that the object conforms to, as in
    ///     `(any Printable).self`.
    ///   - className: A restoration class of the host by name; `nil` for the class that the routes
    ///     choose.
    ///   - parameters: Passed to the class.
    /// - Throws: ``SessionError/unexpectedType(_:className:plugin:made:expected:)`` if the class
    ///   makes objects of another type. The session has then not recorded the object, or called its
    ///   ``/RestorationCore/RestorableObject/restorationDidMake()``. Else as
    ///   ``make(_:under:className:parameters:)``.
    public func make<Object>(
        _ identifier: String,
        under parent: (any Restorable)? = nil,
        as type: Object.Type,
        className: String? = nil,
        parameters: [String: RestorationValue] = [:]
    ) throws -> Object {
        try make(identifier, under: parent, as: type, parameters: parameters) { path in
            try restorationClass(named: className, for: path)
        }
    }
}
