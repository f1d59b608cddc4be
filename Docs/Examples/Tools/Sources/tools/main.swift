import CMagic
import Glibc
import RestorationKit

final class Tools: Restorable {
    let restorationIdentifier: String? = "Tools"
    var detectors: [any Restorable] = []
    var restorationChildren: [any Restorable] { detectors }

    func encodeRestorableState(with coder: RestorationCoder) throws {
        coder.encode(detectors, forKey: "detectors")
    }

    func decodeRestorableState(with coder: RestorationCoder) throws {
        detectors = try coder.decodeReferences(forKey: "detectors")
    }
}

// Each launch creates the same root object and restores the detectors below it.
let tools = Tools()
var options = RestorationOptions()
options.acceptsPluginsForAnyApplication = true
let session = try RestorationSession(application: "org.example.tools", options: options)
session.addRoot(tools)
for object in try session.restore().notRestored { print(object) }

if tools.detectors.isEmpty {
    do {
        tools.detectors.append(try session.make("detector:0", under: tools))
    } catch {
        print(error)  // for example, the program does not find the binding
        exit(1)
    }
}

// The code above is independent of libmagic. This is the library's own handle.
guard let handle = session.nativeObject(of: tools.detectors[0]) else { exit(1) }
let detector = magic_t(handle)
for argument in CommandLine.arguments.dropFirst() {
    if argument == "--mime" {
        magic_setflags(detector, MAGIC_MIME_TYPE)
        try session.preserveNow()  // returns once everything is saved
        kill(getpid(), SIGKILL)  // no time for cleanup
    }
    let type = magic_file(detector, argument) ?? magic_error(detector)
    print("\(argument): \(type.map { String(cString: $0) } ?? "?")")
}
