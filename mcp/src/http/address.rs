//! Which addresses only this machine can reach.

use std::net::{IpAddr, SocketAddr};

/// Whether only this machine can reach an address.
pub(super) fn is_loopback(address: &SocketAddr) -> bool {
    is_own(&address.ip())
}

/// Whether a number stands for this machine itself, also where one of IPv4 is written as
/// one of IPv6.
pub(super) fn is_own(number: &IpAddr) -> bool {
    match number {
        IpAddr::V4(ip) => ip.is_loopback(),
        IpAddr::V6(ip) => {
            ip.is_loopback() || ip.to_ipv4_mapped().is_some_and(|ip| ip.is_loopback())
        }
    }
}
