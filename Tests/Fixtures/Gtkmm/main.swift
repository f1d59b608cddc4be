import CGtkmmWidgets
import RestorationKit

// A host for a window whose widgets are of types derived from those of gtkmm and libadwaita.
//
//     gtkmm change|hide|show ROOT PLUGINS
//
// Once all is saved, "change" changes the pages and waits for input, and "hide" makes an entry's text secret. Then
// each mode prints the widgets' values whenever all is saved.

let mode = CommandLine.arguments[1]
var options = RestorationOptions()
options.stateDirectory = CommandLine.arguments[2] + "/state"
options.keyProvider = FileKeyProvider(directory: CommandLine.arguments[2] + "/keys")
options.pluginDirectories = [CommandLine.arguments[3]]
options.acceptsPluginsForAnyApplication = true
options.autosaveInterval = .milliseconds(10)
let window = gtkmm_window()!
let session = try RestorationSession(application: "org.example.gtkmm", options: options)
session.addRoot(try session.adopt(window, from: "org.gtk.widgets"))
for object in try session.restore().notRestored { print(object) }
try session.attachToGLib()
gtkmm_present()

var next = ["change": gtkmm_change, "hide": gtkmm_hide][mode]
gtkmm_run {
    guard !session.hasUnsavedChanges else { return }
    guard let change = next else { return gtkmm_print() }
    next = nil
    change()
}
