//! `rulebook watch`: checks manifests now, and again after each change.

mod ending;
mod follow;
mod person;
mod program;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use clap::Args;
use tokio::sync::oneshot;

use self::ending::Endings;
use self::follow::{News, follow};
use crate::exit::Exit;
use crate::loading::{Format, Loading};
use crate::timeout;

/// Check manifests now, and again whenever they or their scripts change
#[derive(Args)]
#[command(after_help = "\
A line is printed whenever a manifest loads, with what changed. When it does not,
every mistake is shown, as `check` does. A manifest that is not there is waited
for. Ctrl-C ends it, with status 0. No tool is called.

JSON is one object a line:
{\"event\":\"loaded\",\"generation\",\"tools\",\"added\",\"removed\",\"changed\",\"breaking\"}
{\"event\":\"failed\",\"generation\",\"diagnostics\"}
The generation of a failure is the last that loaded, or null. With several
manifests each object ends with the \"manifest\" that it is about.

Examples:
  rulebook watch manifests/returns.json --root .
  rulebook watch manifests/returns.json manifests/incidents.json --root .
  rulebook watch --format json --poll 500ms manifests/returns.json --root .")]
pub(crate) struct Watch {
    /// The manifests to check
    #[arg(value_name = "MANIFEST", required = true)]
    manifests: Vec<PathBuf>,

    /// How often to look, for file systems that tell of no changes: 500ms, 5s [default: 2s]
    #[arg(long, value_name = "TIME", value_parser = timeout::parse)]
    poll: Option<Duration>,

    #[command(flatten)]
    loading: Loading,
}

impl Watch {
    pub(crate) async fn run(&self) -> io::Result<Exit> {
        // Whoever ends the command early is to be heard as well.
        let endings = Endings::listen()?;
        let told = self.start()?;
        tokio::select! {
            biased;
            () = endings.come() => Ok(Exit::Done),
            told = told => told.unwrap_or(Ok(Exit::Failed)),
        }
    }

    /// Follows every manifest from now on, and tells what comes of it: how that
    /// ends, should it ever.
    fn start(&self) -> io::Result<oneshot::Receiver<io::Result<Exit>>> {
        let (tell, news) = mpsc::channel();
        for (number, manifest) in self.manifests.iter().enumerate() {
            let mut options = self.loading.options().live();
            if let Some(poll) = self.poll {
                options = options.poll(poll);
            }
            tokio::spawn(follow(options, manifest.clone(), number, tell.clone()));
        }
        let (ended, end) = oneshot::channel();
        let (manifests, format) = (self.manifests.clone(), self.loading.format);
        // A reader that is slow must not keep the command from ending.
        thread::Builder::new().name("rulebook-tell".to_owned()).spawn(move || {
            // Nobody waits for it when the command ends otherwise.
            let _ = ended.send(tell_all(&news, &manifests, format));
        })?;
        Ok(end)
    }
}

/// Tells everything, until nobody reads it any more.
fn tell_all(news: &Receiver<News>, manifests: &[PathBuf], format: Format) -> io::Result<Exit> {
    for news in news {
        // With one manifest it is clear which one is meant.
        let manifest = match manifests {
            [_] => None,
            several => several.get(news.manifest).map(PathBuf::as_path),
        };
        if !tell(&news, manifest, format)? {
            return Ok(Exit::Done);
        }
    }
    // There is nothing left that is followed.
    Ok(Exit::Failed)
}

/// Tells something: whether there still is a reader.
fn tell(news: &News, manifest: Option<&Path>, format: Format) -> io::Result<bool> {
    match format {
        Format::Human => person::tell(&news.what, manifest),
        Format::Json => program::tell(&news.what, manifest),
    }
}
