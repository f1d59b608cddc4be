import Foundation
import Logging
import RestorationKit

extension UIApplication {
    func logReservedKey(_ key: String) {
        log(
            Diagnosis(
                problem: "The key \"\(key)\" is reserved, so the value is not stored",
                remedy: "Store it under another key; the save uses this one."
            )
        )
    }

    func logUnregisteredObject(_ object: AnyObject) {
        log(
            Diagnosis(
                problem: "An object of the class \(type(of: object)) was"
                    + " encoded but is not registered, so it is not saved",
                remedy: "Call UIApplication.registerObject(forStateRestoration:"
                    + "restorationIdentifier:) for it."
            )
        )
    }

    /// Warns about a storyboard that is not loaded, if the program shows nothing.
    func logForeignStoryboard() {
        guard windows.isEmpty, configuration.mainStoryboard == nil,
            let file = ResourceFiles.of(nil).foreignURL("Main", UIStoryboard.endings)
        else { return }
        log(
            Diagnosis(
                problem: "A storyboard called Main is not loaded: it belongs to neither the module"
                    + " of the delegate nor that of the executable",
                place: file.path,
                remedy: "Set mainStoryboard = \"Main\" in the program's UIApplicationConfiguration"
                    + " if it is the program's."
            )
        )
    }

    func logUnconnected(_ what: String, _ name: String, of controller: UIViewController) {
        log(
            Diagnosis(
                problem: "The storyboard names the \(what) \"\(name)\", which"
                    + " \(type(of: controller)) does not have, or not of that kind",
                remedy: "List it in the controller's \(what)s, or correct the name."
            )
        )
    }

    /// Logs objects that a save has left out, and former state that it has dropped.
    func logLosses(of report: PreservationReport) {
        for issue in report.issues {
            switch issue {
            case .encodingFailed, .outdatedRetained: logLoss(issue.diagnosis)
            default: break
            }
        }
    }

    /// Logs a loss once.
    func logLoss(_ diagnosis: Diagnosis) {
        if loggedLosses.insert(diagnosis).inserted { log(diagnosis) }
    }

    func log(_ diagnosis: Diagnosis) {
        configuration.options.logger.warning("\(diagnosis)")
    }
}
