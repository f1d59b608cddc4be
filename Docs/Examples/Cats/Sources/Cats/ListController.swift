import UIKit

class ListController: UITableViewController {
    private var chosen: Cat?

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        Cat.all.count
    }

    override func tableView(
        _ tableView: UITableView,
        cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
        let cell = UITableViewCell(style: .default, reuseIdentifier: "Cat")
        cell.textLabel?.text = Cat.all[indexPath.row].name
        return cell
    }

    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        chosen = Cat.all[indexPath.row]
        performSegue(withIdentifier: "ShowDetails", sender: self)
    }

    override func prepare(for segue: UIStoryboardSegue, sender: Any?) {
        (segue.destination as? DetailsController)?.cat = chosen
    }
}
