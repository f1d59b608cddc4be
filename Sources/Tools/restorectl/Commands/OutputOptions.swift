import ArgumentParser

/// What all commands share.
struct OutputOptions: ParsableArguments {
    /// The forms of a result.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json
    }

    @Option(help: "The form of the result: text for people, json for programs.")
    var format = Format.text
}
