import CGtk
import Foundation
import RestorationKit

// A notes editor on GTK 4.
//
//     notes [--plugins DIRECTORY] [--verbose]
//
// With --verbose it prints a line after each restore and each save.

var options = RestorationOptions()
// GTK's binding is for any application, which a program must permit.
options.acceptsPluginsForAnyApplication = true
var arguments = CommandLine.arguments.dropFirst()
var isVerbose = false
while let argument = arguments.popFirst() {
    switch (argument, arguments.first) {
    case ("--verbose", _): isVerbose = true
    case ("--plugins", let directory?):
        options.pluginDirectories.append(directory)
        arguments.removeFirst()
    default:
        FileHandle.standardError.write(Data("notes [--plugins DIRECTORY] [--verbose]\n".utf8))
        exit(64)
    }
}

let environment = ProcessInfo.processInfo.environment
let data = environment["XDG_DATA_HOME"] ?? NSHomeDirectory() + "/.local/share"
gtk_init()
do {
    let program = try NotesProgram(
        folder: NoteFolder(path: "\(data)/org.restorationkit.notes/notes"),
        preferences: Preferences(file: "\(data)/org.restorationkit.notes/signature"),
        options: options
    )
    try program.run { line in
        guard isVerbose else { return }
        print(line)
        fflush(nil)
    }
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
