import Foundation
import PseudoTerminal

/// An X server without a monitor, with a window manager on it, and hands that type and click.
///
/// Whatever is started ends with the object, or when this program is killed.
public final class Desktop {
    /// Directories of a run's own; removed when the object ends.
    public let root: String
    private let server: PseudoTerminal
    private let windowManager: PseudoTerminal
    private let display: String

    public static let width = 1280
    public static let height = 900

    public init() throws {
        root = FileManager.default.temporaryDirectory.path + "/notes-" + UUID().uuidString
        try Self.writeSettings(below: root)
        // Ends when its last client is gone.
        server = try PseudoTerminal(
            running: TerminalProgram(
                "/usr/bin/Xvfb",
                arguments: [
                    "-displayfd", "1", "-screen", "0", "\(Self.width)x\(Self.height)x24",
                    "-nolisten", "tcp", "-terminate",
                ],
                environment: TerminalProgram.standardEnvironment()
            )
        )
        var number: String?
        try server.waitUntil("the number of the display") { screen in
            number = screen.snapshot.rows.map(\.text).last { Int($0) != nil }
            return number != nil
        }
        display = ":" + (number ?? "")
        windowManager = try PseudoTerminal(
            running: TerminalProgram(
                "/usr/bin/openbox",
                arguments: ["--sm-disable", "--startup", "echo managing"],
                environment: Self.environment(below: root, display: display)
            )
        )
        try windowManager.waitForText("managing")
    }

    deinit {
        // As long as they run they may write there.
        for process in [windowManager, server] {
            process.signal(SIGKILL)
            _ = try? process.waitForExit()
        }
        try? FileManager.default.removeItem(atPath: root)
    }

    // MARK: What programs find

    /// The variables that keep a program on this desktop and inside its directories.
    public var environment: [String: String] { Self.environment(below: root, display: display) }

    private static func environment(below root: String, display: String) -> [String: String] {
        var variables = TerminalProgram.standardEnvironment()
        variables["HOME"] = root
        variables["DISPLAY"] = display
        variables["LANG"] = "C.UTF-8"
        for name in ["config", "data", "state", "cache"] {
            variables["XDG_\(name.uppercased())_HOME"] = "\(root)/\(name)"
        }
        variables["GDK_BACKEND"] = "x11"
        variables["GSK_RENDERER"] = "cairo"
        variables["GTK_A11Y"] = "none"
        variables["GSETTINGS_BACKEND"] = "memory"
        return variables
    }

    /// Pictures can only be equal if nothing moves by itself, and text is drawn one way.
    private static func writeSettings(below root: String) throws {
        for name in ["config/gtk-4.0", "data", "state", "cache"] {
            try FileManager.default.createDirectory(
                atPath: "\(root)/\(name)",
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        }
        let settings = """
            [Settings]
            gtk-enable-animations=0
            gtk-cursor-blink=0
            gtk-theme-name=Default
            gtk-icon-theme-name=Adwaita
            gtk-font-name=DejaVu Sans 10
            gtk-xft-antialias=1
            gtk-xft-hinting=1
            gtk-xft-hintstyle=hintslight
            gtk-xft-rgba=none
            gtk-xft-dpi=98304
            """
        try settings.write(
            toFile: "\(root)/config/gtk-4.0/settings.ini",
            atomically: true,
            encoding: .utf8
        )
    }

    // MARK: Hands and eyes

    /// The title of a window.
    public func title(of window: String) throws -> String {
        String(try run("xdotool", ["getwindowname", window]).output.dropLast())
    }

    /// Runs a program on the desktop to its end, and returns what it printed.
    @discardableResult
    public func run(_ program: String, _ arguments: [String]) throws -> (
        status: Int32, output: String
    ) {
        try Self.run(program, arguments, environment)
    }

    private static func run(
        _ program: String,
        _ arguments: [String],
        _ environment: [String: String]? = nil
    ) throws -> (status: Int32, output: String) {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/\(program)")
        process.arguments = arguments
        if let environment { process.environment = environment }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: text, as: UTF8.self))
    }

    /// Has xdotool type, click or move something.
    public func act(_ words: String...) throws {
        let (status, output) = try run("xdotool", words)
        guard status == 0 else {
            throw DesktopError("xdotool \(words.joined(separator: " ")): \(output)")
        }
    }

    /// The visible windows whose titles match, as xdotool calls them.
    public func windows(titled pattern: String) throws -> [String] {
        try run("xdotool", ["search", "--onlyvisible", "--name", pattern]).output
            .split(separator: "\n").map(String.init)
    }

    /// A window whose title matches, as soon as there is one.
    public func window(titled pattern: String) throws -> String {
        let deadline = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < deadline {
            if let found = try windows(titled: pattern).first { return found }
        }
        throw DesktopError("There is no window titled \(pattern).")
    }

    /// Waits until there is no such window any more.
    public func awaitEnd(of window: String) throws {
        let deadline = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < deadline {
            if try run("xdotool", ["getwindowname", window]).status != 0 { return }
        }
        throw DesktopError("A window stays open.")
    }

    /// Photographs the desktop when it has stopped changing, the pointer out of the way.
    public func photograph(to path: String) throws {
        try act("mousemove", "\(Self.width - 1)", "\(Self.height - 1)")
        try settle()
        let (status, output) = try run("convert", [picture, path])
        guard status == 0 else { throw DesktopError("No picture could be written: \(output)") }
    }

    /// Waits until three pictures in a row are equal.
    public func settle() throws {
        let deadline = ContinuousClock.now + .seconds(30)
        var former = try look()
        var equalCount = 0
        while equalCount < 2 {
            guard ContinuousClock.now < deadline else {
                throw DesktopError("The desktop does not stop changing.")
            }
            let now = try look()
            equalCount = now == former ? equalCount + 1 : 0
            former = now
        }
    }

    private var picture: String { "\(root)/now.ppm" }

    private func look() throws -> Data {
        let (status, output) = try run("import", ["-window", "root", picture])
        guard status == 0 else {
            throw DesktopError("The desktop cannot be photographed: \(output)")
        }
        return try Data(contentsOf: URL(filePath: picture))
    }

    /// How many pixels differ between two pictures.
    public static func differingPixels(_ first: String, _ second: String) throws -> Int {
        let (_, output) = try run("compare", ["-metric", "AE", first, second, "null:"])
        guard let count = Double(output) else { throw DesktopError("compare said: \(output)") }
        return Int(count)
    }
}

/// What went wrong on a desktop, in words.
public struct DesktopError: Error, CustomStringConvertible {
    public let description: String
    public init(_ description: String) { self.description = description }
}
