import RestorationPluginKit

/// A class with the same name as one in SwiftSample, in a plugin built without strict settings.
final class Talker: RestorableObject {
    init(_ request: CreationRequest) throws {}

    deinit { PluginHost.log("The other Talker ended") }

    func restorationDidFinish() { invalidateRestorableState() }
}

struct Dislike: Error, CustomStringConvertible {
    let description = "it does not like B"
}

/// Converts X 1 to Y 3 (see `converting.c`); fails for the words of B.
let restorationPlugin = RestorationPlugin(Talker.self).converting([
    "YFromX": { state, converted in
        let text = try state.decode(String.self, forKey: "text") ?? ""
        if text == "words of B" { throw Dislike() }
        try converted.encodeCopies(from: state, except: ["text"])
        converted.encode("\(text) by Swift", forKey: "title")
    }
])
