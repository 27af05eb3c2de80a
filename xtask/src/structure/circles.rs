//! Circles of source files that need each other, in one crate.
//!
//! A file needs another if a path in it (`use crate::a::B`, `super::c()`, `child::d`) leads there,
//! through re-exports too. Its tests count as little as the `mod` and `pub use` of a file above
//! others: those only say what there is. Folders that need each other are a circle as well.

use std::collections::{BTreeMap, BTreeSet};

/// What needs what, by name.
type Graph = BTreeMap<String, BTreeSet<String>>;

#[derive(Default)]
struct Module {
    /// Where it is, in `src`.
    file: String,
    /// Names that it defines itself.
    items: BTreeSet<String>,
    /// Names that it imports, each with what it stands for; `*` for all names of a module.
    imports: Vec<(String, Path)>,
    /// What it uses, but for what it only passes on.
    uses: Vec<Path>,
}

type Path = Vec<String>;
type Modules = BTreeMap<Path, Module>;

/// The circles among the files of a crate, given with their text; each ends where it begins.
pub(super) fn find(sources: &BTreeMap<String, String>) -> Vec<Vec<String>> {
    let modules: Modules =
        sources.iter().map(|(file, text)| (module_path(file), Module::read(file, text))).collect();
    let mut files = Graph::new();
    for (path, module) in &modules {
        let needed = module.uses.iter().filter_map(|used| resolve(&modules, path, used, 0));
        let needed = needed.filter(|needed| *needed != module.file);
        files.entry(module.file.clone()).or_default().extend(needed);
    }
    let circles = circles_of(files.clone());
    if circles.is_empty() { circles_of_folders(&files) } else { circles }
}

/// Circles of folders whose files make none: all that lies in a folder counts as one there.
fn circles_of_folders(files: &Graph) -> Vec<Vec<String>> {
    let inside = |file: &str, folder: &str| {
        let rest = file.strip_prefix(folder)?;
        let name = rest.split_once('/').map_or(rest.trim_end_matches(".rs"), |(name, _)| name);
        // The file above all others is no part of any.
        (!matches!(name, "lib" | "main" | "mod")).then(|| format!("{folder}{name}/"))
    };
    let folders: BTreeSet<&str> = files
        .keys()
        .flat_map(|file| file.match_indices('/').map(|(at, _)| &file[..=at]).chain([""]))
        .collect();
    let mut circles = Vec::new();
    for folder in folders {
        let mut graph = Graph::new();
        for (from, needed) in files {
            for to in needed {
                if let (Some(from), Some(to)) = (inside(from, folder), inside(to, folder))
                    && from != to
                {
                    graph.entry(from).or_default().insert(to);
                }
            }
        }
        circles.extend(circles_of(graph));
    }
    circles
}

/// Some circles of a graph: as many as share nothing.
fn circles_of(mut graph: Graph) -> Vec<Vec<String>> {
    let mut circles = Vec::new();
    loop {
        // What needs nothing that is left is in no circle.
        loop {
            let left: BTreeSet<String> = graph.keys().cloned().collect();
            graph.values_mut().for_each(|needed| needed.retain(|name| left.contains(name)));
            let before = graph.len();
            graph.retain(|_, needed| !needed.is_empty());
            if graph.len() == before {
                break;
            }
        }
        let Some(first) = graph.keys().next() else { return circles };
        let mut walk = vec![first.clone()];
        let begin = loop {
            let next = graph[&walk[walk.len() - 1]].first().cloned().unwrap_or_default();
            walk.push(next.clone());
            if let Some(begin) = walk.iter().position(|name| *name == next)
                && begin < walk.len() - 1
            {
                break begin;
            }
        };
        let circle = walk.split_off(begin);
        graph.retain(|name, _| !circle.contains(name));
        circles.push(circle);
    }
}

fn module_path(file: &str) -> Path {
    let mut path: Path = file.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    if path.last().is_some_and(|last| last == "mod")
        || path.len() == 1 && matches!(&*path[0], "lib" | "main")
    {
        path.pop();
    }
    path
}

/// The file that `path`, as the module `from` says it, leads to, if that is in the crate.
fn resolve(modules: &Modules, from: &[String], path: &[String], depth: usize) -> Option<String> {
    let (mut at, mut rest) = (from.to_vec(), path);
    while let [first, after @ ..] = rest {
        match &**first {
            "crate" => at.clear(),
            "super" => _ = at.pop(),
            "self" => {}
            _ => break,
        }
        rest = after;
    }
    let is_own = rest.len() < path.len();
    let module = modules.get(&at)?;
    let [first, after @ ..] = rest else { return Some(module.file.clone()) };
    let child = [&at[..], std::slice::from_ref(first)].concat();
    if modules.contains_key(&child) {
        return resolve(modules, &child, &[&["self".to_owned()], after].concat(), depth);
    }
    // Imports may lead in a circle themselves.
    if depth < 9 && !module.items.contains(first) {
        for (name, to) in &module.imports {
            let to = match &**name {
                "*" => [to, rest].concat(),
                name if name == first => [to, after].concat(),
                _ => continue,
            };
            let found = resolve(modules, &at, &to, depth + 1);
            let is_guess =
                name == "*" && found.as_ref().is_some_and(|file| !defines(modules, file, rest));
            if to != path && found.is_some() && !is_guess {
                return found;
            }
        }
    }
    // Without `crate`, `super` or `self` it may be another crate's.
    (is_own || module.items.contains(first)).then(|| module.file.clone())
}

fn defines(modules: &Modules, file: &str, path: &[String]) -> bool {
    let mut of_file = modules.values().filter(|module| module.file == file);
    of_file.any(|module| path.iter().any(|name| module.items.contains(name)))
}

impl Module {
    fn read(file: &str, text: &str) -> Module {
        let mut module = Module { file: file.to_owned(), ..Module::default() };
        let tokens = tokens(text);
        let mut at = 0;
        let mut is_public = false;
        while let Some(token) = tokens.get(at) {
            let next = tokens.get(at + 1).map_or("", String::as_str);
            match &**token {
                "#" if tokens[at..]
                    .starts_with(&["#", "[", "cfg", "(", "test", ")", "]"].map(str::to_owned)) =>
                {
                    at = after_item(&tokens, at + 7);
                    continue;
                }
                "pub" => {
                    is_public = true;
                    at += 1;
                    if next == "(" {
                        at = after_brackets(&tokens, at);
                    }
                    continue;
                }
                "use" => {
                    let mut leaves = Vec::new();
                    at = use_tree(&tokens, at + 1, &[], &mut leaves);
                    if !is_public {
                        module.uses.extend(leaves.iter().map(|(_, path)| path.clone()));
                    }
                    module.imports.extend(leaves);
                }
                "fn" | "struct" | "enum" | "union" | "trait" | "type" | "const" | "static"
                | "macro_rules" => {
                    let name = if next == "!" { tokens.get(at + 2) } else { tokens.get(at + 1) };
                    module.items.extend(name.cloned());
                }
                // A path that is not imported: its words up to where no `::` follows.
                _ if next == "::" && is_word(token) && (at == 0 || tokens[at - 1] != "::") => {
                    let mut path = vec![token.clone()];
                    while tokens.get(at + 1).is_some_and(|token| token == "::")
                        && tokens.get(at + 2).is_some_and(|token| is_word(token))
                    {
                        path.push(tokens[at + 2].clone());
                        at += 2;
                    }
                    module.uses.push(path);
                }
                _ => {}
            }
            is_public = false;
            at += 1;
        }
        module
    }
}

/// Adds what one tree of a `use` imports, and returns where it ends.
fn use_tree(
    tokens: &[String],
    mut at: usize,
    prefix: &[String],
    leaves: &mut Vec<(String, Path)>,
) -> usize {
    let mut path = prefix.to_vec();
    while let Some(token) = tokens.get(at) {
        match &**token {
            "::" => {}
            "{" => {
                at += 1;
                while tokens.get(at).is_some_and(|token| token != "}") {
                    at = use_tree(tokens, at, &path, leaves);
                    at += usize::from(tokens.get(at).is_some_and(|token| token == ","));
                }
                return at + 1;
            }
            "*" => {
                leaves.push(("*".to_owned(), path));
                return at + 1;
            }
            "as" => {
                let name = tokens.get(at + 1).cloned().unwrap_or_default();
                leaves.push((name, path));
                return at + 2;
            }
            word if is_word(word) => path.push(word.to_owned()),
            _ => break,
        }
        at += 1;
    }
    // `{self}` is the module before it.
    if path.len() > 1 {
        path.pop_if(|last| last == "self");
    }
    leaves.push((path.last().cloned().unwrap_or_default(), path));
    at
}

/// Where the item that begins at `at` ends: after its `;` or its `{}`.
fn after_item(tokens: &[String], mut at: usize) -> usize {
    while let Some(token) = tokens.get(at) {
        match &**token {
            ";" => return at + 1,
            "{" => return after_brackets(tokens, at),
            "(" | "[" => at = after_brackets(tokens, at),
            _ => at += 1,
        }
    }
    at
}

/// Where the bracket at `at` is closed, and one further.
fn after_brackets(tokens: &[String], mut at: usize) -> usize {
    let mut depth = 0;
    while let Some(token) = tokens.get(at) {
        match &**token {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        at += 1;
        if depth == 0 {
            break;
        }
    }
    at
}

fn is_word(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// The words and marks of Rust, without comments and without what is in quotes.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if let Some(length) = raw_string(rest) {
            length
        } else if first == '"' {
            quoted(rest)
        } else if first == '\'' {
            // A character, or a lifetime's mark.
            match rest[1..].chars().next() {
                Some('\\') => 2 + rest[3..].find('\'').map_or(rest.len() - 2, |end| end + 2),
                Some(c) if rest[1 + c.len_utf8()..].starts_with('\'') => 2 + c.len_utf8(),
                _ => 1,
            }
        } else if first.is_alphanumeric() || first == '_' {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            tokens.push(rest[..end].to_owned());
            end
        } else if rest.starts_with("::") {
            tokens.push("::".to_owned());
            2
        } else {
            if !first.is_whitespace() {
                tokens.push(first.to_string());
            }
            first.len_utf8()
        };
        rest = &rest[length..];
    }
    tokens
}

/// How long the raw string is that `text` begins with.
fn raw_string(text: &str) -> Option<usize> {
    let marks = text.strip_prefix("br").or(text.strip_prefix('r'))?;
    let hashes = marks.find(|c| c != '#')?;
    let inside = marks[hashes..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    let length = inside.find(&end).map_or(inside.len(), |at| at + end.len());
    Some(text.len() - inside.len() + length)
}

/// How long the string is that `text` begins with.
fn quoted(text: &str) -> usize {
    let mut escaped = false;
    let end = text.char_indices().skip(1).find(|&(_, c)| {
        let ends = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    });
    end.map_or(text.len(), |(at, _)| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn circles(files: &[(&str, &str)]) -> Vec<String> {
        let sources = files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
        find(&sources.collect()).iter().map(|circle| circle.join(" ")).collect()
    }

    #[test]
    fn files_that_use_each_other_are_a_circle() {
        let files = [
            ("lib.rs", "mod a; mod b; mod c;"),
            ("a.rs", "use crate::{b::B, c};"),
            ("b.rs", "fn f() { super::c::g::<u8>() }"),
            ("c.rs", "struct C; impl From<crate::a::A> for C {}"),
        ];
        assert_eq!(circles(&files), ["a.rs b.rs c.rs a.rs"]);
        assert_eq!(circles(&files[..3]), [""; 0]);
    }

    #[test]
    fn names_lead_through_re_exports() {
        let lib = "mod a; mod b; pub use a::A; pub use b::*;";
        let files = [
            ("lib.rs", lib),
            ("a.rs", "use crate::B; pub struct A;"),
            ("b.rs", "use crate::A as Other; pub struct B;"),
        ];
        assert_eq!(circles(&files), ["a.rs b.rs a.rs"]);
        let files = [("lib.rs", lib), ("a.rs", "use crate::B;"), ("b.rs", "pub struct B;")];
        assert_eq!(circles(&files), [""; 0]);
    }

    #[test]
    fn a_parent_may_pass_on_its_children_but_not_use_them_both_ways() {
        let child = ("a/child.rs", "use super::A; pub fn f() {}");
        for (parent, expected) in [
            ("mod child; pub use child::f; pub struct A;", &[][..]),
            ("mod child; fn g() { child::f() } pub struct A;", &["a.rs a/child.rs a.rs"]),
        ] {
            assert_eq!(circles(&[("lib.rs", "mod a;"), ("a.rs", parent), child]), expected);
        }
    }

    #[test]
    fn tests_comments_and_strings_do_not_count() {
        let text = "// use crate::b::B;\nconst S: &str = \"\\\"crate::b::B\"; const C: char = '\"';
            /* crate::b::B */ const R: &str = r#\"\"crate::b::B\"#;
            #[cfg(test)] mod tests { use crate::b::B; }";
        let files = [("lib.rs", "mod a; mod b;"), ("a.rs", text), ("b.rs", "use crate::a::S;")];
        assert_eq!(circles(&files), [""; 0]);
        let after = text.to_owned() + " use crate::b::B;";
        let files = [files[0], ("a.rs", &after), files[2]];
        assert_eq!(circles(&files), ["a.rs b.rs a.rs"]);
    }

    #[test]
    fn folders_that_use_each_other_are_a_circle() {
        let files = [
            ("main.rs", "mod read; mod game;"),
            ("read/lines.rs", "use crate::game::card::Card;"),
            ("read/error.rs", "pub struct Error;"),
            ("game/card.rs", "pub struct Card;"),
            ("game/hand.rs", "use crate::read::error::Error;"),
            ("game/mod.rs", "pub mod card; pub mod hand;"),
            ("read/mod.rs", "pub mod lines; pub mod error;"),
        ];
        assert_eq!(circles(&files), ["game/ read/ game/"]);
    }
}
