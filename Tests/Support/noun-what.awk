# Counts "what" as a noun in comments, documents and messages, and prints the folders that have more
# than 3 in 1,000 words (Docs/Contributing.md, Words). Messages, which are string literals of several
# words, count on their own. A folder with few words may have one "what".

function folder(path,    parts, count) {
    count = split(path, parts, "/")
    if (parts[1] == "Sources") return parts[1] "/" parts[2] "/" parts[3]
    return parts[1]
}

function count_nouns(name, text,    parts, part, count) {
    text = tolower(text)
    gsub(/`[^`]*`/, "x", text)
    # Questions and fixed phrases are none.
    gsub(/what(ever)? (kind|sort|is going on|happens?|happened|to do)/, "x", text)
    count = split(text, parts, /[^a-z']+/)
    for (part = 1; part <= count; part++) {
        if (parts[part] == "") continue
        words[name]++
        if (parts[part] ~ /^(what|whatever|whoever|whomever)$/) {
            nouns[name]++
            places[name] = places[name] (nouns[name] <= 3 ? " " FILENAME ":" FNR : "")
        }
    }
}

# Counts the literals of a line of code, but not keys and names, which have no blank.
function count_messages(text,    literal) {
    while (match(text, /"([^"\\]|\\.)*"/)) {
        literal = substr(text, RSTART + 1, RLENGTH - 2)
        text = substr(text, RSTART + RLENGTH)
        gsub(/\\\([^)]*\)/, "x", literal)
        gsub(/\\[nt"]/, " ", literal)
        if (literal ~ / /) count_nouns(folder(FILENAME) ", messages", literal)
    }
}

FNR == 1 {
    fenced = 0
    isQuoted = 0
    isDocument = FILENAME ~ /\.md$/
    isScript = FILENAME ~ /\.py$/
}

{
    text = $0
    sub(/^[ \t]+/, "", text)
    if (isDocument) {
        if (text ~ /^```/) fenced = !fenced
        else if (!fenced) count_nouns(folder(FILENAME), text)
        next
    }
    isComment = isScript ? text ~ /^# / : text ~ /^(\/\/|\/\*|\* )/
    if (isComment && !isQuoted) {
        count_nouns(folder(FILENAME), text)
        next
    }
    # Text in three quotation marks: a message in Swift, documentation in Python.
    count = gsub(/"""/, "", text)
    if (isQuoted || count == 2) {
        gsub(/\\\([^)]*\)/, "x", text)
        count_nouns(folder(FILENAME) (isScript ? "" : ", messages"), text)
    } else {
        count_messages(text)
    }
    if (count % 2 == 1) isQuoted = !isQuoted
}

END {
    for (name in nouns) {
        if (nouns[name] > 1 && nouns[name] * 1000 > 3 * words[name])
            printf "%s (%d in %d words):%s ...\n", name, nouns[name], words[name], places[name]
    }
}
