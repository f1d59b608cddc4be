import ArgumentParser

struct OutputOptions: ParsableArguments {
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json
    }

    @Option(help: "The format of the output: text, or json for programs.")
    var format = Format.text
}
