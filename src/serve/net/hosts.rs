//! The host names under which the server answers.
//!
//! A page of another site may rebind the name of the site to 127.0.0.1 (DNS rebinding). Its requests reach this server as if they
//! came from the server's own page, but their `Host` is the name of the other site. So a server on loopback answers only under the
//! names of loopback, unless further names are allowed.

use axum::http::uri::Authority;
use std::net::IpAddr;
use std::str::FromStr;

/// The length of the longest host name in the domain name system, in bytes.
const LONGEST_NAME: usize = 253;

/// A host name of the server, in lower case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostName(String);

/// The error of a text that is not a host name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no host name: write it without http:// and port, such as chess.example.org")]
pub struct HostNameError(String);

impl FromStr for HostName {
    type Err = HostNameError;

    fn from_str(text: &str) -> Result<HostName, HostNameError> {
        let name = text.trim_end_matches('.').to_ascii_lowercase();
        let is_label = |label: &str| {
            !label.is_empty() && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
        };
        let is_name = name.len() <= LONGEST_NAME && name.split('.').all(is_label);
        if is_name { Ok(HostName(name)) } else { Err(HostNameError(text.to_owned())) }
    }
}

/// The hosts under which the server answers.
#[derive(Debug, Clone)]
pub struct Hosts {
    is_loopback: bool,
    names: Vec<HostName>,
}

impl Hosts {
    /// Returns the hosts of a server that listens on `address` and has these further names. Off loopback, a server without names
    /// answers under every host. A server with names answers under them and every IP address.
    pub fn new(address: IpAddr, names: &[HostName]) -> Hosts {
        Hosts { is_loopback: address.to_canonical().is_loopback(), names: names.to_vec() }
    }

    /// Whether a request may name this host, with or without a port.
    pub fn allows(&self, host: &str) -> bool {
        if !self.is_loopback && self.names.is_empty() {
            return true;
        }
        let Ok(authority) = host.parse::<Authority>() else { return false };
        let name = authority.host().trim_end_matches('.').to_ascii_lowercase();
        if name == "localhost" || self.names.iter().any(|known| known.0 == name) {
            return true;
        }
        let address = name.trim_start_matches('[').trim_end_matches(']');
        address.parse::<IpAddr>().is_ok_and(|ip| !self.is_loopback || ip.to_canonical().is_loopback())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hosts(address: &str, names: &[&str]) -> Hosts {
        let names: Vec<HostName> = names.iter().map(|name| name.parse().expect("a name")).collect();
        Hosts::new(address.parse().expect("an address"), &names)
    }

    #[test]
    fn loopback_answers_its_own_names_only() {
        let hosts = hosts("127.0.0.1", &[]);
        for allowed in ["127.0.0.1:8064", "LOCALHOST.", "[::1]:8064", "127.0.0.2", "[::ffff:127.0.0.1]:80"] {
            assert!(hosts.allows(allowed), "{allowed}");
        }
        for foreign in ["evil.example:8064", "localhost.evil.example", "127.0.0.1.evil.example", "", ":80"] {
            assert!(!hosts.allows(foreign), "{foreign}");
        }
    }

    #[test]
    fn allowed_names_are_added_and_off_loopback_every_name_counts() {
        assert!(hosts("127.0.0.1", &["Chess.Example.org"]).allows("chess.example.org:443"));
        assert!(!hosts("127.0.0.1", &["chess.example.org"]).allows("example.org"));
        assert!(hosts("0.0.0.0", &[]).allows("anything.example"));
        let named = hosts("0.0.0.0", &["chess.example.org"]);
        assert!(named.allows("192.0.2.7:8064") && named.allows("chess.example.org"));
        assert!(!named.allows("evil.example"));
    }

    #[test]
    fn an_address_with_scheme_or_port_is_no_host_name() {
        for text in ["", "http://chess.example.org", "chess.example.org:80", "a b", "a..b"] {
            assert!(text.parse::<HostName>().is_err(), "{text}");
        }
    }
}
