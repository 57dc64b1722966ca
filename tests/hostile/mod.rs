//! The hostile corpus: small scripts and arguments that try to take the process
//! down, to run for ever, to use up the memory, or to get a wrong answer. Each ends
//! in time, as it says, and the next call works.

mod answers;
mod arguments;
mod case;
mod closures;
mod loading;
mod loops;
mod memory;
mod natives;
mod recursion;
mod results;
mod run;
mod stack;

use super::support;
use case::Case;
use rulebook::ToolSet;
use run::{Outcome, TIMEOUT, check, is_strict, run_case};

/// All of the corpus.
fn corpus() -> Vec<Case> {
    let kinds: [fn() -> Vec<Case>; 9] = [
        answers::cases,
        arguments::cases,
        closures::cases,
        loading::cases,
        loops::cases,
        memory::cases,
        natives::cases,
        recursion::cases,
        results::cases,
    ];
    kinds.into_iter().flat_map(|cases| cases()).collect()
}

#[tokio::test]
async fn every_case_ends_as_it_says() {
    let (mut told, mut wrong) = (Vec::new(), Vec::new());
    let cases = corpus();
    for case in &cases {
        let outcome = run_case(case, ToolSet::options().timeout(TIMEOUT)).await;
        wrong.extend(check(case, &outcome).map(|why| format!("{}: {why}", case.name)));
        told.push(outcome);
    }
    report(&cases, &told);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // The figure is that of a process which does nothing else.
    if is_strict() && module_path!().contains("isolated") {
        let status = std::fs::read_to_string("/proc/self/status").expect("the memory");
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a peak");
        let peak: u64 = peak.split_whitespace().next().unwrap_or_default().parse().expect("KiB");
        assert!(peak < 200 * 1024, "{peak} KiB were resident");
    }
}

#[test]
fn there_are_cases_enough_and_no_two_of_one_name() {
    let mut names: Vec<_> = corpus().into_iter().map(|case| case.name).collect();
    assert!(names.len() >= 90, "{}", names.len());
    names.sort();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count);
}

/// A table of all cases, to be seen with `--nocapture`.
#[expect(clippy::print_stdout, reason = "the report is what is wanted")]
fn report(cases: &[Case], outcomes: &[Outcome]) {
    for (case, outcome) in cases.iter().zip(outcomes) {
        println!("{:<52} {:>5} ms  {}", case.name, outcome.took.as_millis(), outcome.short());
    }
    let slowest = outcomes.iter().map(|outcome| outcome.took).max().unwrap_or_default();
    println!("{} cases, the slowest took {} ms", cases.len(), slowest.as_millis());
}
