import UIKit

class DetailsController: UIViewController {
    var cat: Cat?

    func edit() {
        let form = EditController()
        form.name = cat?.name ?? ""
        present(form, animated: true)
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(cat?.id, forKey: "cat")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        let id = coder.decodeObject(of: NSString.self, forKey: "cat") as String?
        cat = Cat.all.first { $0.id == id }
    }
}
