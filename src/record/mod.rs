//! What runs of a program did reflectively: the files that recorded it are read, each event is matched with the calls of a
//! result, compared with its answers, and turned into what spec entries may list. Must not know the analysis, spec files, nor
//! how reports look.

mod compare;
mod edges;
mod event;
mod livshits;
mod matching;
mod metadata;
mod propose;
mod read;
mod table;
mod tamiflex;
mod types;

pub use compare::{Comparison, compare};
pub use edges::recorded;
pub use event::{Event, Reached, Recording};
pub use metadata::{Metadata, from_metadata};
pub use propose::{Proposed, ProposedCall, propose};
pub use read::{Form, read};
