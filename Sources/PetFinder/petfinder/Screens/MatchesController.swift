import PetFinderModel
import RestorationTerminal

final class MatchesController: UITableViewController, CatScreen {
    private var cats: [Cat] = []

    override func viewDidLoad() {
        super.viewDidLoad()
        showCats()
    }

    /// The selected cat stays selected. If it was removed, the next row is selected.
    func showCats() {
        let row = tableView.indexPathForSelectedRow?.row
        let selected = row.flatMap { cats.indices.contains($0) ? cats[$0].id : nil }
        cats = book.matches
        title = cats.count == 1 ? "1 match" : "\(cats.count) matches"
        tableView.reloadData()
        guard let next = cats.firstIndex(where: { $0.id == selected }) ?? row ?? cats.indices.first,
            !cats.isEmpty
        else { return }
        let path = IndexPath(row: min(next, cats.count - 1), section: 0)
        tableView.selectRow(at: path, animated: false)
        guard path.row != row else { return }
        tableView.scrollToRow(at: path, at: .none, animated: false)
    }

    override var keyCommands: [UIKeyCommand]? {
        guard let row = tableView.indexPathForSelectedRow else { return nil }
        return [
            UIKeyCommand(title: "Remove", input: UIKeyCommand.inputDelete) { [self] in remove(row) }
        ]
    }

    private func remove(_ row: IndexPath) {
        attempt { () throws(PetFinderError) in try book.skip(cats[row.row].id) }
    }

    // MARK: The table

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        cats.count
    }

    override func tableView(
        _ tableView: UITableView,
        cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
        let cell =
            tableView.dequeueReusableCell(withIdentifier: "Cat")
            ?? UITableViewCell(style: .value1, reuseIdentifier: "Cat")
        let cat = cats[indexPath.row]
        cell.textLabel?.text = cat.name
        cell.detailTextLabel?.text = "\(cat.breed), \(cat.ageInWords)"
        cell.detailTextLabel?.textColor = .secondaryLabel
        return cell
    }

    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        showDetails(of: cats[indexPath.row].id)
    }

    override func tableView(_ tableView: UITableView, canEditRowAt path: IndexPath) -> Bool { true }

    override func tableView(
        _ tableView: UITableView,
        commit editingStyle: UITableViewCell.EditingStyle,
        forRowAt indexPath: IndexPath
    ) { remove(indexPath) }
}

/// Identifies rows by cat, falling back to the row number if the cat is gone.
extension MatchesController: UIDataSourceModelAssociation {
    func modelIdentifierForElement(at index: IndexPath, in view: UIView) -> String? {
        cats.indices.contains(index.row) ? "\(index.row) \(cats[index.row].id)" : nil
    }

    func indexPathForElement(withModelIdentifier identifier: String, in view: UIView) -> IndexPath?
    {
        let parts = identifier.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, !cats.isEmpty else { return nil }
        let row = cats.firstIndex { $0.id == parts[1] } ?? Int(parts[0]) ?? 0
        return IndexPath(row: min(row, cats.count - 1), section: 0)
    }
}
