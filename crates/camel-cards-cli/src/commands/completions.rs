use clap_complete::Shell;

use crate::{failure::Result, output};

/// Prints a completion script for a shell
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:

  Bash, for this session:
      source <(camel-cards completions bash)

  Fish, for good:
      camel-cards completions fish > ~/.config/fish/completions/camel-cards.fish")]
pub(crate) struct Args {
    /// The shell
    // The name of the value is shown where it is missing.
    #[arg(value_name = "bash|elvish|fish|powershell|zsh", hide_possible_values = true)]
    shell: Shell,
}

pub(crate) fn run(args: &Args, mut command: clap::Command) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "camel-cards", &mut script);
    output::print(&script)
}
