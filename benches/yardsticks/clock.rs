//! Measuring: rates by processor time, medians, and what machine this is.

use std::time::{Duration, Instant};

/// Time as this thread sees it: on Linux what it spent on a processor, so that other programs take none of it.
pub struct Clock {
    on_processor: Option<Duration>,
    started: Instant,
}

impl Clock {
    /// Starts.
    pub fn start() -> Clock {
        Clock { on_processor: on_processor("/proc/thread-self/schedstat"), started: Instant::now() }
    }

    /// The time since then.
    pub fn elapsed(&self) -> Duration {
        match (self.on_processor, on_processor("/proc/thread-self/schedstat")) {
            (Some(then), Some(now)) => now.saturating_sub(then),
            _ => self.started.elapsed(),
        }
    }
}

/// The first number of a `schedstat` file: nanoseconds on a processor.
pub fn on_processor(path: &str) -> Option<Duration> {
    std::fs::read_to_string(path).ok()?.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

/// The least that is measured: the clock goes in steps of some milliseconds.
const AT_LEAST: Duration = Duration::from_millis(60);

/// Events a second of something that gives how many there were; what is too short is repeated.
pub fn rate(mut run: impl FnMut() -> u64) -> f64 {
    let (clock, mut events) = (Clock::start(), 0);
    loop {
        events += run();
        let spent = clock.elapsed();
        if spent >= AT_LEAST {
            return events as f64 / spent.as_secs_f64();
        }
    }
}

/// Events a second of something that is repeated for about so long.
pub fn rate_for(time: Duration, mut run: impl FnMut() -> u64) -> f64 {
    let (clock, mut events) = (Clock::start(), 0);
    loop {
        // A short game takes less than a look at the clock.
        (0..4).for_each(|_| events += run());
        let spent = clock.elapsed();
        if spent >= time {
            return events as f64 / spent.as_secs_f64();
        }
    }
}

/// The deepest count that takes about so long; those that would take several times as long by the growth of the tree are not
/// tried.
pub fn deepest(time: Duration, most: u32, mut count: impl FnMut(u32) -> u64) -> u32 {
    let mut before = 1.0;
    for depth in 1..most {
        // What is done only once is no part of it: compiling, which comes after some tens of positions.
        let warm = Clock::start();
        count(depth);
        while warm.elapsed() < AT_LEAST {
            count(depth);
        }
        let (clock, mut runs, mut leaves) = (Clock::start(), 0, 0.0);
        // As in `rate`: one step of the clock would be taken for the time of a count that takes none.
        while runs == 0 || clock.elapsed() < AT_LEAST {
            leaves = count(depth) as f64;
            runs += 1;
        }
        let spent = clock.elapsed().as_secs_f64() / f64::from(runs);
        // All games are over by then: more depth would add work and no leaf.
        if leaves == before && depth > 1 {
            return depth - 1;
        }
        if spent > 1.5 * time.as_secs_f64() && depth > 1 {
            return depth - 1;
        }
        // The growth of the tree tells too much for the next depth: a leaf often costs less in a larger tree.
        if spent * (leaves / before).max(1.0) > 4.0 * time.as_secs_f64() {
            return depth;
        }
        before = leaves.max(1.0);
    }
    most
}

/// The middle value.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Date and machine, for the head of a table.
pub fn machine() -> String {
    let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
    let info = read("/proc/cpuinfo");
    let name = info.lines().find_map(|l| l.strip_prefix("model name")).unwrap_or("").trim_matches([' ', '\t', ':']);
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let load = read("/proc/loadavg");
    let load = load.split(' ').next().unwrap_or("?");
    let name = if name.is_empty() { std::env::consts::ARCH } else { name };
    format!("{}; {name}, {processors} processors, {}, load {load} at the start", date(), std::env::consts::OS)
}

/// Today, from the days since 1970 (Hinnant's `civil_from_days`).
fn date() -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    let days = (now.as_secs() / 86_400) as i64 + 719_468;
    let era = days / 146_097;
    let day_of_era = days % 146_097;
    let year = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day = day_of_era - (365 * year + year / 4 - year / 100);
    let shifted = (5 * day + 2) / 153;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year + era * 400 + i64::from(month <= 2);
    format!("{year}-{month:02}-{:02}", day - (153 * shifted + 2) / 5 + 1)
}

/// A rate in millions, with three digits.
pub fn millions(rate: f64) -> String {
    let value = rate / 1e6;
    let digits = if value >= 99.95 {
        0
    } else if value >= 9.995 {
        1
    } else if value >= 0.9995 {
        2
    } else {
        3
    };
    format!("{value:.digits$}")
}

/// A ratio with two digits that mean something.
pub fn ratio(value: f64) -> String {
    let digits = if value >= 9.95 {
        0
    } else if value >= 0.995 {
        1
    } else if value >= 0.0995 {
        2
    } else {
        4
    };
    format!("{value:.digits$}")
}
