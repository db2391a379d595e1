//! `continuum serve` serves the page.

use super::printed::{self, note};
use super::select::{EndingsArgs, whole};
use super::{Failure, Outcome};
use continuum::serve::{AddressLimits, Config, HostName, run as serve};
use std::io::Write as _;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::path::{Path, PathBuf};

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

fn address(text: &str) -> Result<IpAddr, &'static str> {
    let fault = "no IP address: write 127.0.0.1 for this machine alone, 0.0.0.0 for every network it is on";
    text.parse().map_err(|_| fault)
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
        announce(address, &config.data);
        if args.open {
            let local_page = format!("http://{}/", local_address(address));
            if open::that_detached(&local_page).is_err() {
                note(&format!("no browser could be opened: open {local_page} yourself"));
            }
        }
    })?;
    Ok(Outcome::Expected)
}

/// Prints the address of the page, and what the person who runs the server has to know.
fn announce(address: SocketAddr, data: &Path) {
    let mut out = printed::stdout();
    // The error is ignored: the server serves although nothing reads its output.
    let _ = writeln!(out, "http://{address}/").and_then(|()| out.flush());
    note(&format!("games are kept in {}; stop with Ctrl-C", data.display()));
    if !address.ip().is_loopback() {
        if let Some(reachable) = network_address(address) {
            note(&format!("others in your network reach it at http://{reachable}/"));
        }
        note("this is plain HTTP, open to the network: put it behind a proxy that speaks HTTPS");
    }
}

/// Returns the address at which this machine reaches a server that listens on an address.
fn local_address(listening: SocketAddr) -> SocketAddr {
    let local_ip = match listening.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(local_ip, listening.port())
}

/// Returns the address at which other machines reach a server that listens on every address of this machine.
///
/// `None` if the server listens on one address only, or if this machine has no address in a network.
fn network_address(listening: SocketAddr) -> Option<SocketAddr> {
    /// A host outside the network: an address that is reserved for documentation (RFC 5737).
    const REMOTE_HOST: Ipv4Addr = Ipv4Addr::new(192, 0, 2, 1);
    if !listening.ip().is_unspecified() {
        return None;
    }
    // The system chooses the local address of a connection. To connect a UDP socket sends nothing, so any port serves.
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((REMOTE_HOST, 9)).ok()?;
    let local_ip = socket.local_addr().ok()?.ip();
    if local_ip.is_loopback() || local_ip.is_unspecified() {
        return None;
    }
    Some(SocketAddr::new(local_ip, listening.port()))
}
