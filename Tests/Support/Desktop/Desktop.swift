import Foundation
import PseudoTerminal

/// A virtual X server with a window manager, and functions that type and click.
///
/// All processes end with the object, or when this program is killed.
public final class Desktop {
    /// The run's own directory; removed on deinit.
    public let root: String
    private let server: PseudoTerminal
    private let windowManager: PseudoTerminal
    private let display: String

    public static let width = 1280
    public static let height = 900

    public init() throws {
        root = FileManager.default.temporaryDirectory.path + "/notes-" + UUID().uuidString
        try Self.writeSettings(below: root)
        // The server ends with its last client.
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
        // Running processes may still write to the directory.
        for process in [windowManager, server] {
            process.signal(SIGKILL)
            _ = try? process.waitForExit()
        }
        try? FileManager.default.removeItem(atPath: root)
    }

    // MARK: Environment

    /// The environment of a program on this desktop, with all its directories below ``root``.
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

    /// Turns off animations and fixes the text rendering, so that pictures can be equal.
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

    // MARK: Input and pictures

    /// The title of a window.
    public func title(of window: String) throws -> String {
        String(try run("xdotool", ["getwindowname", window]).output.dropLast())
    }

    /// Runs a program on the desktop, waits for its end, and returns its output.
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

    /// Types, clicks or moves with xdotool.
    public func act(_ words: String...) throws {
        let (status, output) = try run("xdotool", words)
        guard status == 0 else {
            throw DesktopError("xdotool \(words.joined(separator: " ")): \(output)")
        }
    }

    /// The xdotool identifiers of the visible windows whose titles match.
    public func windows(titled pattern: String) throws -> [String] {
        try run("xdotool", ["search", "--onlyvisible", "--name", pattern]).output
            .split(separator: "\n").map(String.init)
    }

    /// Waits for a window whose title matches.
    public func window(titled pattern: String) throws -> String {
        let deadline = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < deadline {
            if let found = try windows(titled: pattern).first { return found }
        }
        throw DesktopError("There is no window titled \(pattern).")
    }

    /// Waits until a window is closed.
    public func awaitEnd(of window: String) throws {
        let deadline = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < deadline {
            if try run("xdotool", ["getwindowname", window]).status != 0 { return }
        }
        throw DesktopError("A window stays open.")
    }

    /// Saves a picture of the desktop once it has stopped changing, with the pointer in a corner.
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

    /// Waits for a round trip to the server.
    public func settleShortly() throws { try act("getdisplaygeometry") }

    private var picture: String { "\(root)/now.ppm" }

    private func look() throws -> Data {
        let (status, output) = try run("import", ["-window", "root", picture])
        guard status == 0 else {
            throw DesktopError("The desktop cannot be photographed: \(output)")
        }
        return try Data(contentsOf: URL(filePath: picture))
    }

    /// The number of pixels that differ between two pictures.
    public static func differingPixels(_ first: String, _ second: String) throws -> Int {
        let (_, output) = try run("compare", ["-metric", "AE", first, second, "null:"])
        guard let count = Double(output) else { throw DesktopError("compare said: \(output)") }
        return Int(count)
    }
}

/// An error on a desktop.
public struct DesktopError: Error, CustomStringConvertible {
    public let description: String
    public init(_ description: String) { self.description = description }
}
