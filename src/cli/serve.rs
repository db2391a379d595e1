//! `continuum serve`

use super::printed::{self, note};
use super::select::{EndingsArgs, whole};
use super::{Failure, Outcome};
use crate::serve::{AddressLimits, Config, HostName, run as serve};
use std::io::Write as _;
use std::net::IpAddr;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The port to listen on; 0 for any that is free
    #[arg(long, default_value_t = 8064, value_parser = whole::<u16>(0, u16::MAX.into()), allow_negative_numbers = true)]
    port: u16,
    /// The address to listen on; anything but 127.0.0.1 lets others in over plain HTTP
    #[arg(long, default_value = "127.0.0.1", value_name = "ADDRESS", value_parser = address)]
    host: IpAddr,
    /// A further name that browsers may use for this server; by default a server on 127.0.0.1 answers requests for that
    /// address and localhost only. May be repeated
    #[arg(long, value_name = "NAME")]
    allow_host: Vec<HostName>,
    /// The folder that keeps the games [default: the user's data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Do not bound each address by itself: behind a proxy on another machine all visitors have its address
    #[arg(long)]
    no_address_limits: bool,
    #[command(flatten)]
    endings: EndingsArgs,
}

/// The address of a text.
fn address(text: &str) -> Result<IpAddr, &'static str> {
    text.parse().map_err(
        |_| "no IP address: write 127.0.0.1 for this machine alone, 0.0.0.0 for every network it is on",
    )
}

pub fn run(args: &Args) -> Result<Outcome, Failure> {
    let data = match &args.data {
        Some(folder) => folder.clone(),
        None => directories::ProjectDirs::from("", "", "continuum")
            .ok_or("this user has no data folder: name one with --data")?
            .data_dir()
            .to_owned(),
    };
    let address_limits = if args.no_address_limits { AddressLimits::None } else { AddressLimits::Each };
    let config = Config {
        host: args.host,
        port: args.port,
        data,
        address_limits,
        allowed_hosts: args.allow_host.clone(),
        endings: args.endings.read()?,
    };
    serve(&config, |address| {
        let mut out = printed::stdout();
        // Whoever reads the address may have gone; the server serves on.
        let _ = writeln!(out, "http://{address}/").and_then(|()| out.flush());
        note(&format!("games are kept in {}; stop with Ctrl-C", config.data.display()));
        if !address.ip().is_loopback() {
            note("this is plain HTTP, open to the network: put it behind a proxy that speaks HTTPS");
        }
    })?;
    Ok(Outcome::Fine)
}
