import ArgumentParser

struct OutputOptions: ParsableArguments {
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json
    }

    @Option(help: "The form of the result: text for people, json for programs.")
    var format = Format.text
}
