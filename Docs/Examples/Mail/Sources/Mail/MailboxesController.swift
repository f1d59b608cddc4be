import RestorationTerminal

final class MailboxesController: UITableViewController {
    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        Letter.mailboxes.count
    }

    override func tableView(
        _ tableView: UITableView,
        cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
        let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
        cell.textLabel?.text = Letter.mailboxes[indexPath.row]
        return cell
    }

    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        columns?.letters?.show(Letter.mailboxes[indexPath.row])
        columns?.show(.supplementary)
        columns?.letters?.tableView.takeFocus()
    }
}
