//! Which addresses only this machine can reach.

use std::net::{IpAddr, SocketAddr};

/// Whether only this machine can reach an address, also where an address of IPv4 is
/// written as one of IPv6.
pub(super) fn is_loopback(address: &SocketAddr) -> bool {
    match address.ip() {
        IpAddr::V4(ip) => ip.is_loopback(),
        IpAddr::V6(ip) => {
            ip.is_loopback() || ip.to_ipv4_mapped().is_some_and(|ip| ip.is_loopback())
        }
    }
}
