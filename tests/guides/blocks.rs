//! The code blocks of the guides. The command's tests read them with this too.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// A fenced block of code.
pub(crate) struct Block {
    /// The line of its first fence, from 1.
    pub(crate) line: usize,
    /// The first word after the fence.
    pub(crate) language: String,
    /// What stands after it, separated by commas.
    pub(crate) marks: Vec<String>,
    /// What is between the fences.
    pub(crate) text: String,
}

impl Block {
    /// The file that a reader keeps the block in, where it names one.
    pub(crate) fn file(&self) -> Option<&str> {
        self.marks.iter().find_map(|mark| mark.strip_prefix("file:"))
    }
}

/// The blocks of a Markdown text, in order.
pub(crate) fn blocks(markdown: &str) -> Vec<Block> {
    let mut lines = markdown.lines().enumerate();
    let mut blocks = Vec::new();
    while let Some((number, line)) = lines.next() {
        let Some(info) = line.trim_start().strip_prefix("```") else { continue };
        let mut words = info.split(',').map(|word| word.trim().to_owned());
        let language = words.next().unwrap_or_default();
        let inside = lines.by_ref().map(|(_, line)| line);
        let text = inside.take_while(|line| line.trim_start() != "```");
        let text = text.flat_map(|line| [line, "\n"]).collect();
        blocks.push(Block { line: number + 1, language, marks: words.collect(), text });
    }
    blocks
}

/// Everything that is written for people: Markdown at the root, in the folders
/// below it and in those of the samples.
pub(crate) fn guides(repository: &Path) -> io::Result<Vec<PathBuf>> {
    let mut guides = Vec::new();
    let mut folders = vec![repository.to_owned()];
    folders.extend(inside(repository)?.into_iter().filter(|path| path.is_dir()));
    folders.extend(inside(&repository.join("samples"))?.into_iter().filter(|path| path.is_dir()));
    for folder in folders {
        let files = inside(&folder)?.into_iter();
        guides.extend(files.filter(|path| path.extension().is_some_and(|kind| kind == "md")));
    }
    guides.sort();
    Ok(guides)
}

fn inside(folder: &Path) -> io::Result<Vec<PathBuf>> {
    fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect()
}
