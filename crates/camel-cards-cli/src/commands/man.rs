use std::io::{self, IsTerminal};

use clap_mangen::{
    Man,
    roff::{Roff, roman},
};

use crate::{
    failure::{Failure, Result},
    output,
};

/// Shows the manual page of the command or of one subcommand
///
/// On a terminal, man shows the long help. Otherwise, man prints roff for `man -l -`.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:

  $ camel-cards man score")]
pub(crate) struct Args {
    /// A subcommand
    subcommand: Option<String>,
}

pub(crate) fn run(args: &Args, mut command: clap::Command) -> Result<()> {
    command.build();
    let (_, _, status) = sections(&command);
    let mut command = match &args.subcommand {
        None => command,
        Some(name) => command
            .find_subcommand(name)
            .ok_or_else(|| Failure::Usage(format!("there is no subcommand '{name}'")))?
            .clone(),
    };
    let page = page(command.clone(), &status)?;
    if !io::stdout().is_terminal() {
        return output::print(&page);
    }
    let how = "To open this as a manual page, add | man -l - to this command.";
    output::print_styled(&format!("{}\n{how}\n", command.render_long_help().ansi()))
}

/// The manual page of a command, in the usual order of sections.
fn page(command: clap::Command, general_status: &str) -> io::Result<Vec<u8>> {
    let (more, examples, status) = sections(&command);
    let about = command.get_long_about().or(command.get_about());
    let about = format!("{}\n\n{more}", about.map(ToString::to_string).unwrap_or_default());
    // The other sections are written below, and the version is at the foot of the page.
    let none = None::<&'static str>;
    let command = command.long_about(about).version(none).after_help(none).after_long_help(none);
    let mut page = Vec::new();
    let source = format!("camel-cards {}", env!("CARGO_PKG_VERSION"));
    Man::new(command).source(source).render(&mut page)?;
    let mut rest = Roff::new();
    let status = if status.is_empty() { general_status } else { &status };
    rest.control("SH", ["EXIT STATUS"]).text([roman(status)]);
    if !examples.is_empty() {
        rest.control("SH", ["EXAMPLES"]).control("nf", []).text([roman(examples)]);
        rest.control("fi", []);
    }
    rest.to_writer(&mut page)?;
    Ok(page)
}

/// The text after the options in a command's long help: more about it, examples, and the exit
/// status.
fn sections(command: &clap::Command) -> (String, String, String) {
    let text = command.get_after_long_help().map(ToString::to_string).unwrap_or_default();
    let (text, status) = text.split_once("Exit status: ").unwrap_or((&text, ""));
    let (more, examples) = text.split_once("Examples:\n\n").unwrap_or((text, ""));
    (more.trim().to_owned(), examples.trim_end().to_owned(), status.to_owned())
}
