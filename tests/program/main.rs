//! The program as its users meet it: commands, conversations, documents.

#[path = "../support/mod.rs"]
mod support;

mod abroad;
mod bench;
mod cli;
mod cut;
mod dialects;
mod docs;
mod draw;
mod drawn;
mod elsewhere;
mod erring;
mod facade;
mod games;
mod guide;
mod hostile;
mod ide;
mod kifu;
mod learning;
mod letters;
mod marked;
mod outside;
mod paper;
mod positions;
mod records;
mod repl;
mod requests;
mod seats;
mod serve;
mod shards;
mod study;
mod tuning;
mod wire;
mod wrapped;
