use std::{
    env, fmt, fs,
    path::{Path, PathBuf},
};

use crate::FileName;

const INPUT: &str = "2023_07_input.txt";

/// The files of a user in the Python library aocd (advent-of-code-data), for day 7 of 2023.
///
/// They are in `$AOCD_DIR` or `~/.config/aocd`, in a folder for each user. The user's token, which
/// is there, too, is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AocdUser {
    /// The user, as aocd names the folder: `github.camel.123456`.
    pub name: String,
    /// The file with their input. It exists.
    pub input: PathBuf,
    /// The JSON file with the answers that they sent. It exists if they sent any.
    pub posts: PathBuf,
}

impl AocdUser {
    /// Finds the user that `@aocd/NAME` names, or the only user for `@aocd`. Returns `None` for any
    /// other path, such as `./@aocd`.
    ///
    /// # Errors
    ///
    /// There is no such user, or `@aocd` could mean several.
    pub fn named_by(path: &Path) -> Option<Result<AocdUser, AocdError>> {
        let name = path.to_str()?.strip_prefix("@aocd")?;
        let name = if name.is_empty() { None } else { Some(name.strip_prefix('/')?) };
        #[allow(deprecated, reason = "Rust 1.85 mended it, and 1.87 no longer warns")]
        let config = || env::home_dir().unwrap_or_default().join(".config/aocd");
        let folder = env::var_os("AOCD_DIR").map_or_else(config, PathBuf::from);
        Some(AocdUser::in_folder(folder, name))
    }

    /// Returns the user whose input this is, if the file is named like aocd's inputs.
    pub fn of_input(input: &Path) -> Option<AocdUser> {
        let folder = input.parent().filter(|_| input.ends_with(INPUT))?;
        Some(AocdUser {
            name: folder.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            input: input.to_owned(),
            posts: folder.join("2023_07_post.json"),
        })
    }

    fn in_folder(folder: PathBuf, name: Option<&str>) -> Result<AocdUser, AocdError> {
        let folders = fs::read_dir(&folder).into_iter().flatten().flatten();
        let inputs = folders.map(|user| user.path().join(INPUT)).filter(|input| input.is_file());
        let mut users: Vec<AocdUser> =
            inputs.filter_map(|input| AocdUser::of_input(&input)).collect();
        let names = users.iter().map(|user| user.name.clone()).collect();
        users.retain(|user| name.is_none_or(|name| user.name == name));
        match users.pop() {
            Some(user) if users.is_empty() => Ok(user),
            _ => Err(AocdError { folder, name: name.map(str::to_owned), users: names }),
        }
    }
}

/// The error for an unknown user of aocd, or for a choice between several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AocdError {
    folder: PathBuf,
    /// The user that was named.
    name: Option<String>,
    users: Vec<String>,
}

impl fmt::Display for AocdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let AocdError { folder, name, users } = self;
        if users.is_empty() {
            return write!(f, "aocd has no input for day 7 of 2023 in {}", FileName(folder));
        }
        match name {
            Some(name) => write!(f, "aocd has no user {}", FileName(Path::new(name)))?,
            None => write!(f, "aocd has several users")?,
        }
        write!(f, ", choose one:")?;
        users.iter().try_for_each(|user| write!(f, " @aocd/{}", FileName(Path::new(user))))
    }
}

impl std::error::Error for AocdError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn user_is_the_only_one_or_named() {
        let folder = tempfile::tempdir().unwrap();
        let found = |name| AocdUser::in_folder(folder.path().to_owned(), name);
        let told = |name| found(name).map(|user| user.name).map_err(|error| error.to_string());
        assert!(told(None).unwrap_err().starts_with("aocd has no input for day 7 of 2023 in "));
        let add = |user: &str, file: &str| {
            fs::create_dir_all(folder.path().join(user)).unwrap();
            fs::write(folder.path().join(user).join(file), "32T3K 765\n").unwrap();
        };
        add("github.a.1", "2023_07_input.txt");
        add("other", "2023_08_input.txt");
        assert_eq!(told(None).as_deref(), Ok("github.a.1"));
        let user = found(None).unwrap();
        assert_eq!(user.posts, folder.path().join("github.a.1/2023_07_post.json"));
        let typo = told(Some("typo")).unwrap_err();
        assert_eq!(typo, "aocd has no user typo, choose one: @aocd/github.a.1");
        add("github.b.2", "2023_07_input.txt");
        let several = told(None).unwrap_err();
        assert!(
            several.starts_with("aocd has several users, choose one: @aocd/github."),
            "{several}"
        );
        assert_eq!(told(Some("github.b.2")).as_deref(), Ok("github.b.2"));
        let unknown = told(Some("other")).unwrap_err();
        assert_eq!(unknown, several.replace("several users", "no user other"));
    }

    #[test]
    fn only_its_name_means_aocd() {
        for path in ["./@aocd", "@aocd.txt", "aocd", "a/@aocd"] {
            assert_eq!(AocdUser::named_by(Path::new(path)), None, "{path}");
        }
    }
}
