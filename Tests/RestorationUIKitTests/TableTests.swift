import Foundation
import RestorationUIKit
import Testing
import UIKitTestSupport

/// What a table shows.
@MainActor @Suite(.serialized) struct `A table` {
    @Test func `shows the cells of the last reload, and no others`() {
        let table = UITableView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let names = Names()
        table.dataSource = names

        names.names = ["b"]
        table.reloadData()

        let cells = table.subviews.compactMap { $0 as? UITableViewCell }
        #expect(cells.map(\.textLabel?.text) == ["b"])
    }
}

private final class Names: NSObject, UITableViewDataSource {
    var names = ["a", "b"]

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        names.count
    }

    func tableView(
        _ tableView: UITableView,
        cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "Name", for: indexPath)
        cell.textLabel?.text = names[indexPath.row]
        return cell
    }
}
