//! `continuum serve`

use super::printed::{self, note};
use super::select::{EndingsArgs, whole};
use super::{Failure, Outcome};
use crate::serve::{AddressLimits, Config, HostName, run as serve};
use std::io::Write as _;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
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
    /// Open the page in your browser
    #[arg(long)]
    open: bool,
    /// The folder of the games [default: the user's data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Leave out the limits for one address: behind a proxy on another machine all visitors share its address
    #[arg(long)]
    no_address_limits: bool,
    #[command(flatten)]
    endings: EndingsArgs,
}

/// Returns the address in a text.
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
        let page = format!("http://{address}/");
        // The reader of the address may have gone; the server goes on.
        let _ = writeln!(out, "{page}").and_then(|()| out.flush());
        note(&format!("games are kept in {}; stop with Ctrl-C", config.data.display()));
        if !address.ip().is_loopback() {
            if let Some(here) = network_address(address) {
                note(&format!("others in your network reach it at http://{here}/"));
            }
            note("this is plain HTTP, open to the network: put it behind a proxy that speaks HTTPS");
        }
        if args.open {
            let page = format!("http://{}/", own_address(address));
            if open::that_detached(&page).is_err() {
                note(&format!("no browser could be opened: open {page} yourself"));
            }
        }
    })?;
    Ok(Outcome::Fine)
}

/// Returns the address at which this machine itself reaches the server.
fn own_address(listening: SocketAddr) -> SocketAddr {
    let ip = match listening.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listening.port())
}

/// Returns the address at which others in the network reach a server that listens on every address of this machine.
fn network_address(listening: SocketAddr) -> Option<SocketAddr> {
    if !listening.ip().is_unspecified() {
        return None;
    }
    // The local address of a connection to a far host, which is one of those reserved for documentation (RFC 5737).
    // Nothing is sent.
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let here = socket.local_addr().ok()?.ip();
    (!here.is_loopback() && !here.is_unspecified()).then(|| SocketAddr::new(here, listening.port()))
}
