import Foundation
import Testing

@Suite struct `restorectl storyboard check` {
    private let home: Home

    init() throws { home = try Home() }

    @Test func `says that a storyboard is in order`() throws {
        try home.leaveStoryboard()

        let run = try home.restorectl("storyboard check Main.storyboard.json")

        run.expect(output: "Main.storyboard.json has no errors: 2 scenes\n")
    }

    @Test func `reports every wrong name, and its place`() throws {
        try home.leaveStoryboard(
            """
            {"format": 1, "initial": "Lst", "scenes": [
              {"id": "List", "children": ["Details"],
               "segues": [{"id": "show", "to": "Detals"}, {"id": "show", "to": "List"}]},
              {"id": "Details", "children": ["List"]}, {"id": "List"}
            ]}
            """
        )

        let run = try home.restorectl("storyboard check Main.storyboard.json")

        let problems = run.errors.split(separator: "\n").filter { $0.hasPrefix("error: ") }
        #expect(
            problems == [
                "error: scenes[0].segues[0].to of the storyboard names the scene"
                    + " \"Detals\", which does not exist",
                "error: Two segues of a scene have the id \"show\"",
                "error: Two scenes have the id \"List\"",
                "error: initial of the storyboard names the scene \"Lst\", which does not exist",
                "error: Scenes contain each other: List > Details > List",
            ]
        )
        #expect(run.errors.contains("Did you mean \"Details\"?"))
        #expect(run.status == 1)
    }

    @Test(arguments: [
        ("{\n \"format\" 1}", "not valid JSON: the colon after a key is missing (line 2, column"),
        ("{", "not valid JSON"), ("[]", "wrong kind"), ("{\"format\": 1}", "scenes"),
        (#"{"format": 1, "scens": []}"#, "did you mean \"scenes\"?"),
        (#"{"format": 2, "scenes": []}"#, "format of the storyboard is 2"),
        (#"{"format": 1, "scenes": [{"id": ""}]}"#, "scenes[0].id of the storyboard is empty"),
        (
            #"{"format": 1, "scenes": [{"id": "A", "segues": [{"id": "s", "to": "A","kind": "x"}]}]}"#,
            "is not show, showDetail or present"
        ),
        (
            #"{"format": 1, "scenes": [{"id": "A", "children": ["C"]}, {"id": "B", "children": ["C"]}, {"id": "C"}]}"#,
            "Two scenes contain the scene \"C\""
        ),
        (#"{"format": 1, "scenes": [{"id": "A", "view": {"frame": [1]}}]}"#, "x, y, width"),
        (
            #"{"format": 1, "scenes": [{"id": "A", "view": {"outlet": "o", "subviews": [{"outlet": "o"}]}}]}"#,
            "Two views of a scene have the outlet \"o\""
        ),
        (
            #"{"format": 1, "scenes": [{"id": "A"}, {"id": "B"}, {"id": "C"}, {"id": "D"}, {"id": "S", "class": "UISplitViewController", "children": ["A", "B", "C", "D"]}]}"#,
            "scenes[4].children of the storyboard has 4 columns"
        ),
    ])
    func `reports errors of form`(text: String, message: String) throws {
        try home.leaveStoryboard(text)

        let run = try home.restorectl("storyboard check Main.storyboard.json")

        #expect(run.errors.contains(message), "\(run.errors)")
        #expect(run.errors.contains("at: Main.storyboard.json"))
        #expect(run.status == 1)
    }

    @Test func `refuses scenes and text that are nested too deep`() throws {
        let scenes = (0..<10_000).map { #"{"id": "\#($0)", "children": ["\#($0 + 1)"]}"# }
        try home.leaveStoryboard(
            #"{"format": 1, "scenes": [\#(scenes.joined(separator: ",")), {"id": "10000"}]}"#
        )
        let deep = try home.restorectl("storyboard check Main.storyboard.json")
        #expect(deep.errors.contains("is nested in more than 64 others") && deep.status == 1)

        let views = String(repeating: #"{"subviews": ["#, count: 5_000)
        try home.leaveStoryboard(#"{"format": 1, "scenes": [{"id": "A", "view": \#(views)"#)
        let nested = try home.restorectl("storyboard check Main.storyboard.json")
        #expect(nested.errors.contains("not valid JSON") && nested.status == 1)
    }

    @Test func `reports a cycle of all scenes, one beside another, and one below`() throws {
        let scenes = (0..<20_000).map {
            #"{"id": "\#($0)", "children": ["\#(($0 + 1) % 20_000)"]}"#
        }
        try home.leaveStoryboard(
            #"{"format": 1, "scenes": [\#(scenes.joined(separator: ","))]}"#
        )
        let large = try home.restorectl("storyboard check Main.storyboard.json")
        let circle = "0 > 1 > 2 > 3 > 4 > 5 > … 19993 others … > 19999 > 0"
        #expect(large.errors.contains("error: Scenes contain each other: \(circle)\n"))

        try home.leaveStoryboard(
            """
            {"format": 1, "scenes": [{"id": "X"}, {"id": "B", "children": ["C", "X"]},
              {"id": "C", "children": ["B"]}, {"id": "Y", "children": ["Y"]}]}
            """
        )
        let small = try home.restorectl("storyboard check Main.storyboard.json")
        let problems = small.errors.split(separator: "\n").filter { $0.hasPrefix("error: ") }
        #expect(
            problems == [
                "error: Scenes contain each other: B > C > B",
                "error: Scenes contain each other: Y > Y",
            ]
        )
    }

    @Test func `finishes even if thousands of named scenes are missing`() throws {
        let scenes = (0..<5_000).map { #"{"id": "scene \#($0)", "children": ["scne \#($0)"]}"# }
        try home.leaveStoryboard(
            #"{"format": 1, "scenes": [\#(scenes.joined(separator: ","))]}"#
        )

        let run = try home.restorectl("storyboard check Main.storyboard.json")

        #expect(run.errors.contains("fix: Did you mean \"scene 0\"?"))
        #expect(run.errors.contains("fix: Name a scene of the storyboard."))
    }

    @Test func `refuses a file that is too large, and does not wait for a pipe`() throws {
        try home.leaveStoryboard("")
        let file = "\(home.workingDirectory)/Main.storyboard.json"
        let handle = try FileHandle(forWritingTo: URL(filePath: file))
        try handle.truncate(atOffset: 8 << 30)
        try handle.close()
        let large = try home.restorectl("storyboard check Main.storyboard.json")
        #expect(large.errors.hasPrefix("error: The file has more than 16.0 MiB\n"), "\(large)")

        _ = try home.run("/usr/bin/mkfifo", home.workingDirectory + "/pipe")
        let pipe = try home.restorectl("storyboard check pipe")
        #expect(pipe.errors.hasPrefix("error: The file cannot be read\n   at: pipe\n"))
    }

    @Test func `says that there is no file`() throws {
        let run = try home.restorectl("storyboard check none.json")

        #expect(run.errors.hasPrefix("error: The file cannot be read\n   at: none.json\n"))
        #expect(run.status == 1)
    }
}

extension Home {
    /// Writes a storyboard into the working directory.
    func leaveStoryboard(_ text: String = Home.storyboard) throws {
        try write(text.utf8, to: "\(workingDirectory)/Main.storyboard.json")
    }

    static let storyboard = """
        {"format": 1, "initial": "List", "scenes": [
          {"id": "List", "segues": [{"id": "show", "to": "Details"}]}, {"id": "Details"}
        ]}
        """
}
