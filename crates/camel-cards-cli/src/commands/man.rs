use crate::{
    failure::{Failure, Result},
    output,
};

/// Prints the manual page, or that of one subcommand
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:

  Read it:
      camel-cards man > camel-cards.1 && man ./camel-cards.1")]
pub(crate) struct Args {
    /// A subcommand
    subcommand: Option<String>,
}

pub(crate) fn run(args: &Args, mut command: clap::Command) -> Result<()> {
    command.build();
    let command = match &args.subcommand {
        None => command,
        Some(name) => command
            .find_subcommand(name)
            .ok_or_else(|| Failure::Usage(format!("there is no subcommand '{name}'")))?
            .clone()
            .display_name(format!("camel-cards-{name}")),
    };
    let mut page = Vec::new();
    let source = format!("camel-cards {}", env!("CARGO_PKG_VERSION"));
    clap_mangen::Man::new(command).source(source).render(&mut page)?;
    output::print(&page)
}
