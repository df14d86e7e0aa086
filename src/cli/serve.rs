//! `serve`: the page.

use std::path::Path;

use clap::Args;

use super::args::BackendArg;
use super::interrupt::stoppable;
use super::output::print;
use crate::serve::listen;
use crate::session::Error;

/// `serve`
#[derive(Debug, Args)]
pub struct ServeArgs {
    /// A folder of .game files, or one of them, that the page may change; without it the current folder
    pub what: Option<String>,
    /// Listen on this port; 0 takes any that is free
    #[arg(long, value_name = "PORT", value_parser = super::args::within(0..=u16::MAX))]
    pub port: Option<u16>,
    /// Open the page in the browser
    #[arg(long)]
    pub open: bool,
    /// What runs the games
    #[arg(long, value_enum, default_value_t = BackendArg::Native)]
    pub backend: BackendArg,
}

pub(super) fn serve(args: &ServeArgs) -> Result<u8, Error> {
    let serving = listen(args.what.as_deref().map(Path::new), args.port, args.backend.into())?;
    let address = serving.address();
    print(&format!("{address}\nCtrl-C ends it.\n"));
    if args.open
        && let Err(why) = open::that_detached(&address)
    {
        super::complain(&format!("can't open a browser ({why}): open {address} by hand\n"));
    }
    stoppable(|stop| serving.run(stop));
    Ok(0)
}
