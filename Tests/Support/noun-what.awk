# Counts "what" as a noun in comments and documents, and prints the folders that have more than 3 in
# 1,000 words (Docs/Contributing.md, Words). A folder with few words may have one.

function folder(path,    parts, count) {
    count = split(path, parts, "/")
    if (parts[1] == "Sources") return parts[1] "/" parts[2] "/" parts[3]
    return parts[1]
}

FNR == 1 { fenced = 0; isDocument = FILENAME ~ /\.md$/; isScript = FILENAME ~ /\.py$/ }

{
    text = $0
    sub(/^[ \t]+/, "", text)
    if (isDocument) {
        if (text ~ /^```/) { fenced = !fenced; next }
        if (fenced) next
    } else if (isScript) {
        if (text !~ /^# /) next
    } else if (text !~ /^(\/\/|\/\*|\* )/) next
    gsub(/`[^`]*`/, "X", text)
    name = folder(FILENAME)
    rest = tolower(text)
    # Questions and fixed phrases are none.
    gsub(/what(ever)? (kind|sort|is going on|happens?|happened|to do)/, "X", rest)
    count = split(rest, parts, /[^a-z']+/)
    for (part = 1; part <= count; part++) {
        if (parts[part] == "") continue
        words[name]++
        if (parts[part] ~ /^(what|whatever|whoever|whomever)$/) {
            nouns[name]++
            places[name] = places[name] (nouns[name] <= 3 ? " " FILENAME ":" FNR : "")
        }
    }
}

END {
    for (name in nouns) {
        if (nouns[name] > 1 && nouns[name] * 1000 > 3 * words[name])
            printf "%s (%d in %d words):%s ...\n", name, nouns[name], words[name], places[name]
    }
}
