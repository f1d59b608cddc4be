import RestorationPostgreSQL
import RestorationTesting

/// Races for rows, so that tests can kill it.
///
/// Its argument is a connection string. Each line of input is "APPLICATION DEVICE SWAPS", and it
/// answers with the entries of the race and "done".
@main
struct RemoteTestHelper {
    static func main() throws {
        let store = try PostgreSQLStore(CommandLine.arguments[1], timeout: .seconds(10))
        var person: RemotePerson?
        while let line = readLine() {
            let words = line.split(separator: " ").map(String.init)
            while person == nil { person = try? store.person(named: nil) }
            let key = RemoteKey(
                application: ApplicationIdentifier(words[0])!,
                person: person!,
                device: DeviceID(words[1])!
            )
            RemoteRace(store, key).run(swaps: Int(words[2])!) { say("\($0)") }
            say("done")
        }
    }

    /// Writes a line at once, before anything can kill the process.
    private static func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        write(bytes)
    }
}
