import RestorationCore

extension CommandError {
    /// The wording of errors about keys for other machines.
    var keyDiagnosis: Diagnosis {
        switch self {
        case .notASealedKey(let file):
            Diagnosis(
                problem: "The file is not a sealed key, or it is damaged",
                place: file,
                remedy: "Pass a file that restorectl key export of this version has written."
            )
        case .wrongPassphrase(let file):
            Diagnosis(
                problem: "The passphrase is wrong, or the file is damaged",
                place: file,
                remedy: "Try again, or export the key again."
            )
        case .noPassphrase(let place):
            Diagnosis(
                problem: "There is no passphrase",
                place: place,
                remedy: "Write 1 to 1024 bytes in its first line."
            )
        case .passphraseNotAsked:
            Diagnosis(
                problem: "There is no terminal to ask for the passphrase on",
                remedy: "Use --passphrase-file or --passphrase-descriptor."
            )
        case .passphrasesDiffer:
            Diagnosis(
                problem: "The two passphrases differ",
                remedy: "Run the command again, and type the same passphrase twice."
            )
        case .noKey(let application):
            Diagnosis(
                problem: "This machine has no key of \(application)",
                remedy: "Check the id. To use another machine's key, run restorectl key export"
                    + " there, and restorectl key import here."
            )
        case .otherMachinesKey(let place):
            Diagnosis(
                problem: "The state was sealed with another key than this machine's",
                place: place,
                remedy: "Run restorectl key export on the machine that saved it, and restorectl key"
                    + " import here."
            )
        case .otherKey(let path):
            Diagnosis(
                problem: "Another key is there already, and was not replaced",
                place: path,
                remedy: "Only that key opens the state that this machine has saved. If that may go,"
                    + " move the file away, and import again."
            )
        case .fileExists(let file):
            Diagnosis(
                problem: "The file exists already",
                place: file,
                remedy: "Choose another name, or remove the file."
            )
        default: preconditionFailure("Only errors about keys are worded here.")
        }
    }
}
