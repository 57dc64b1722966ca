//! The frames that a worker and its parent send each other.

use std::io::{self, Read, Write};

/// What stands before the first frame of a worker. Whatever its program wrote
/// before is skipped.
const MARK: &[u8] = b"\0rulebook worker\0";

/// How much may stand before the mark.
const MOST_NOISE: usize = 64 * 1024;

/// What a frame is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// From the worker: it is there. Its version follows.
    Hello,
    /// To the worker: something to do.
    Request,
    /// To the worker: end what you do.
    Stop,
    /// From the worker: what came of a request.
    Reply,
    /// From the worker: why nothing came of a request.
    Failure,
    /// From the worker: something that it has to know meanwhile.
    Question,
    /// To the worker: what it wanted to know.
    Answer,
    /// From the worker: a line for the log.
    Log,
}

const KINDS: [Kind; 8] = [
    Kind::Hello,
    Kind::Request,
    Kind::Stop,
    Kind::Reply,
    Kind::Failure,
    Kind::Question,
    Kind::Answer,
    Kind::Log,
];

/// One message: a kind, the number of the request it belongs to, and a body.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Frame {
    pub(super) kind: Kind,
    pub(super) request: u64,
    pub(super) body: Vec<u8>,
}

impl Frame {
    pub(super) const fn new(kind: Kind, request: u64, body: Vec<u8>) -> Self {
        Self { kind, request, body }
    }

    /// Writes the frame, and sends it off.
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let kind = KINDS.iter().position(|kind| *kind == self.kind).unwrap_or_default();
        let mut head = [0; 17];
        let (first, rest) = head.split_at_mut(1);
        let (request, length) = rest.split_at_mut(8);
        first.fill(u8::try_from(kind).unwrap_or_default());
        request.copy_from_slice(&self.request.to_le_bytes());
        length.copy_from_slice(&(self.body.len() as u64).to_le_bytes());
        out.write_all(&head)?;
        out.write_all(&self.body)?;
        out.flush()
    }

    /// Reads a frame whose body has at most `most` bytes.
    pub(super) fn read(input: &mut impl Read, most: u64) -> io::Result<Self> {
        let mut kind = [0; 1];
        let mut number = [0; 8];
        input.read_exact(&mut kind)?;
        input.read_exact(&mut number)?;
        let request = u64::from_le_bytes(number);
        input.read_exact(&mut number)?;
        let length = u64::from_le_bytes(number);
        let kind = KINDS.get(usize::from(u8::from_le_bytes(kind)));
        let kind = *kind.ok_or_else(|| wrong("a frame of no known kind"))?;
        if length > most {
            return Err(wrong("a frame that is too long"));
        }
        let mut body = Vec::new();
        input.take(length).read_to_end(&mut body)?;
        if body.len() as u64 != length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(Self { kind, request, body })
    }
}

/// Writes what stands before the first frame.
pub(super) fn write_mark(out: &mut impl Write) -> io::Result<()> {
    out.write_all(MARK)
}

/// Skips everything up to the first frame.
pub(super) fn skip_to_mark(input: &mut impl Read) -> io::Result<()> {
    let mut last = Vec::with_capacity(MOST_NOISE + 1);
    let mut byte = [0; 1];
    while !last.ends_with(MARK) {
        if last.len() > MOST_NOISE {
            return Err(wrong("no worker answered"));
        }
        input.read_exact(&mut byte)?;
        last.extend(byte);
    }
    Ok(())
}

fn wrong(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_come_back_as_they_were_sent() {
        let mut pipe = Vec::new();
        pipe.extend(b"noise of the program \0 rulebook");
        write_mark(&mut pipe).unwrap();
        for (number, kind) in KINDS.into_iter().enumerate() {
            Frame::new(kind, u64::MAX, vec![7; number]).write(&mut pipe).unwrap();
        }
        let mut input = pipe.as_slice();
        skip_to_mark(&mut input).unwrap();
        for (number, kind) in KINDS.into_iter().enumerate() {
            let frame = Frame::read(&mut input, 100).unwrap();
            assert_eq!(frame, Frame::new(kind, u64::MAX, vec![7; number]));
        }
        assert!(Frame::read(&mut input, 100).is_err());
    }

    #[test]
    fn what_is_no_frame_is_refused_without_taking_memory_for_it() {
        let mut long = Vec::new();
        Frame::new(Kind::Reply, 1, Vec::new()).write(&mut long).unwrap();
        long.truncate(9);
        long.extend(u64::MAX.to_le_bytes());
        for bytes in [vec![99; 17], long.clone(), long[..5].to_vec(), vec![]] {
            assert!(Frame::read(&mut bytes.as_slice(), 100).is_err());
        }
        // A length that is believed, of a body that never comes.
        assert!(Frame::read(&mut long.as_slice(), u64::MAX).is_err());
        assert!(skip_to_mark(&mut vec![b'x'; MOST_NOISE * 2].as_slice()).is_err());
    }
}
