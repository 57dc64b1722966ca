//! How the odd server starts, by its words.

use std::fs::OpenOptions;
use std::io::{self, BufRead, Write};
use std::process::Command;
use std::time::Duration;
use std::{env, thread};

/// Does what the words say that comes before the first message. Some never return.
pub(crate) fn start() -> io::Result<()> {
    for word in env::args().skip(1) {
        let (word, value) = word.split_once('=').unwrap_or((&word, ""));
        match word {
            "--exit" => {
                grumble()?;
                std::process::exit(value.parse().unwrap_or(1));
            }
            "--silent" => silent(),
            "--banner" => writeln!(io::stdout(), "\x1b[1mWelcome\x1b[0m to the odd server!")?,
            "--chatter" => chatter()?,
            // How often it was started, where somebody counts.
            "--count" => {
                OpenOptions::new().append(true).create(true).open(value)?.write_all(b"1")?;
            }
            "--flood" => {
                let megabytes = value.parse().unwrap_or(1);
                thread::spawn(move || flood(megabytes));
            }
            "--leaves" => {
                drop(Command::new("sleep").arg(value).env("PATH", "/usr/bin:/bin").spawn()?)
            }
            _ => {}
        }
    }
    Ok(())
}

/// Whether it is told to do something.
pub(crate) fn is_told(word: &str) -> bool {
    env::args().skip(1).any(|told| told == word)
}

/// Neither the end of the input nor anything else ends it.
pub(crate) fn silent() -> ! {
    io::stdin().lock().lines().for_each(drop);
    loop {
        thread::sleep(Duration::from_secs(1000));
    }
}

fn grumble() -> io::Result<()> {
    let mut errors = io::stderr().lock();
    for line in 1..=40 {
        writeln!(errors, "line {line} of many")?;
    }
    writeln!(errors, "\x1b[31mError:\x1b[0m no \u{7}such\u{202e} licence")
}

/// Never a message.
fn chatter() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in 0..5_000 {
        writeln!(out, "{{\"level\":30,\"id\":{line},\"msg\":\"still here\"}}")?;
    }
    drop(out);
    silent()
}

/// Writes to its standard error, as fast as it is read.
fn flood(megabytes: usize) -> io::Result<()> {
    let line = [[b'x'; 99].as_slice(), b"\n"].concat().repeat(100);
    let mut errors = io::stderr().lock();
    for _ in 0..megabytes * 100 {
        errors.write_all(&line)?;
    }
    writeln!(errors, "the flood is over")
}
