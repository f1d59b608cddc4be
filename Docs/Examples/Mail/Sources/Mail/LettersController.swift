import RestorationTerminal

final class LettersController: UITableViewController {
    private var mailbox = Letter.mailboxes[0]
    private let search = UISearchController(searchResultsController: nil)

    override func viewDidLoad() {
        super.viewDidLoad()
        title = mailbox
        search.restorationIdentifier = "Search"
        search.searchBar.placeholder = "Search"
        search.searchResultsUpdater = self
        addChild(search)
        navigationItem.searchController = search
    }

    func show(_ mailbox: String) {
        self.mailbox = mailbox
        title = mailbox
        tableView.reloadData()
        invalidateRestorableState()
    }

    private var letters: [Letter] {
        let text = search.searchBar.text ?? ""
        return Letter.all.filter {
            $0.mailbox == mailbox
                && (text.isEmpty || $0.subject.localizedCaseInsensitiveContains(text))
        }
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(mailbox, forKey: "mailbox")
        coder.encode(search, forKey: "search")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        show(coder.decodeObject(of: NSString.self, forKey: "mailbox").map { "\($0)" } ?? mailbox)
    }

    // MARK: The table

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        letters.count
    }

    override func tableView(
        _ tableView: UITableView,
        cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
        let cell = UITableViewCell(style: .value1, reuseIdentifier: nil)
        let letter = letters[indexPath.row]
        cell.textLabel?.text = letter.subject
        cell.detailTextLabel?.text = letter.sender
        return cell
    }

    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        columns?.letter?.show(letters[indexPath.row].id)
        columns?.show(.secondary)
    }
}

extension LettersController: UISearchResultsUpdating {
    func updateSearchResults(for searchController: UISearchController) { tableView.reloadData() }
}

extension LettersController: UIDataSourceModelAssociation {
    func modelIdentifierForElement(at index: IndexPath, in view: UIView) -> String? {
        letters.indices.contains(index.row) ? letters[index.row].id : nil
    }

    func indexPathForElement(withModelIdentifier identifier: String, in view: UIView) -> IndexPath?
    {
        letters.firstIndex { $0.id == identifier }.map { IndexPath(row: $0, section: 0) }
    }
}
