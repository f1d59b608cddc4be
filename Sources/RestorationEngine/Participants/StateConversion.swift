public import RestorationCore

/// A way by which converters bring state to a class that is there.
public struct StateConversion {
    /// The steps.
    public let conversion: Conversion
    /// The class at the end.
    public let restorationClass: any RestorationClass
    /// Rewrites state in one of the steps, by its number from 0 up.
    let run: (_ step: Int, _ reading: RestorationCoder, _ writing: RestorationCoder) throws -> Void

    /// Joins the parts.
    ///
    /// - Parameter run: Rewrites state in one of the steps, by its number from 0 up; called on the
    ///   session's thread.
    public init(
        _ conversion: Conversion,
        for restorationClass: any RestorationClass,
        run:
            @escaping (
                _ step: Int, _ reading: RestorationCoder, _ writing: RestorationCoder
            ) throws -> Void
    ) {
        self.conversion = conversion
        self.restorationClass = restorationClass
        self.run = run
    }
}
