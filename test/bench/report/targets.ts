/** What a row must reach, and what it should. `at-least` is about ratios in which more is better. */
export interface Target {
  readonly what: string;
  readonly kind: "at-least" | "at-most";
  readonly limit: number;
  readonly goal: number;
}

const target = (what: string, kind: Target["kind"], limit: number, goal: number): Target => ({
  what,
  kind,
  limit,
  goal,
});

/** Every row of the report. Frozen: a target is changed by a decision, not by a bad run. */
export const targets = {
  append: target("append through emmett's append", "at-least", 1, 2),
  create: target("create, link wait 0, through its floor", "at-least", 0.55, 0.7),
  "create-awaited": target(
    "create with the link awaited, through its floor",
    "at-least",
    0.55,
    0.7,
  ),
  read: target("authenticated read, requests/s, through its floor", "at-least", 0.65, 0.8),
  "read-p50": target(
    "the same read, p50 at a quarter of its floor's rate, through its floor's",
    "at-most",
    1.5,
    1.3,
  ),
  relay: target("relay publish through raw fenced publish", "at-least", 0.5, 0.8),
  completed: target("create to COMPLETED, p50 at 20/s, through its hops", "at-most", 3, 2),
  "completed-ms": target("create to COMPLETED, p50 at 20/s, ms", "at-most", 60, 30),
  purchases: target("whole purchases/s through a monolith's", "at-least", 0.35, 0.6),
  "purchases-rate": target("whole purchases per second", "at-least", 35, 100),
  "ledger-peer": target(
    "whole purchases/s through the peer's postings of one",
    "at-least",
    0.3,
    0.6,
  ),
  cost: target("processor time of a purchase through a monolith's", "at-most", 2, 1.5),
  idle: target("processor of the idle system, % of one core", "at-most", 5, 2),
  "purchases-traced": target(
    "purchases/s with a tenth traced, through none",
    "at-least",
    0.95,
    0.98,
  ),
  replicas: target("collections/s of two payments processes through one's", "at-least", 1.8, 1.95),
  "replicas-cost": target(
    "processor time of a purchase with two, four or eight of each through one of each",
    "at-most",
    1.1,
    1.05,
  ),
  people: target(
    "processor time of a purchase, each by another of 100 000 people, through the same by a few",
    "at-most",
    1.1,
    1.05,
  ),
  memory: target("five idle services, sum of PSS, MB", "at-most", 450, 350),
  "start-one": target("start to ready, one at a time, slowest, s", "at-most", 2, 1),
  "start-all": target("start to ready, all five together, s", "at-most", 4, 2),
  logins: target(
    "p99 of other reads under ten times the logins hashes allow, ms",
    "at-most",
    200,
    100,
  ),
  "logins-goodput": target(
    "logins in time under that flood, through without",
    "at-least",
    0.8,
    0.95,
  ),
  rebuild: target("rebuild through reading the log and COPY of its rows", "at-least", 0.6, 0.75),
  "rebuild-one": target(
    "rebuild of the list alone through reading the log and COPY of its rows",
    "at-least",
    0.6,
    0.75,
  ),
  "rebuild-rate": target("events per second of a rebuild", "at-least", 20_000, 40_000),
  "list-size": target("lists and details, p99 at 1 000 000 through 100 000", "at-most", 1.2, 1.1),
  "list-person": target(
    "list, p99 of a person with 10 000 through one with 10",
    "at-most",
    1.3,
    1.1,
  ),
  "create-size": target("create p50 at 1 000 000 through an empty log", "at-most", 1.15, 1.05),
  "orders-tick": target("look for due orders at 100 000 open through 100", "at-most", 1.5, 1.1),
  "open-orders-idle": target(
    "idle among 1 000 000 open orders through idle without",
    "at-most",
    1.3,
    1.1,
  ),
  "open-orders-create": target("create p50 among 1 000 000 open orders", "at-most", 1.15, 1.05),
  "open-orders-completed": target(
    "create to COMPLETED, p50 among 1 000 000 open orders",
    "at-most",
    1.15,
    1.05,
  ),
  "open-purchases": target("10 000 open purchases, % of one core", "at-most", 60, 40),
  "open-purchases-lost": target("of them without an end once all pay", "at-most", 0, 0),
  "purchase-bytes": target("bytes that a completed purchase leaves", "at-most", 40_000, 25_000),
  "growth-append": target("append at 10 000 000 events through 100 000", "at-least", 0.8, 0.9),
  "growth-load": target("load of an aggregate, p50, 10 000 000 by 100 000", "at-most", 1.5, 1.2),
  "growth-relay-start": target("start of a relay at 10 000 000 events, ms", "at-most", 2_000, 500),
  "growth-rebuild": target("rebuild at 10 000 000 events through 100 000", "at-least", 0.5, 0.8),
  "reconcile-rate": target(
    "statement lines read and compared per second",
    "at-least",
    5_000,
    20_000,
  ),
  "reconcile-memory": target("heap at 1 000 000 movements through 100 000", "at-most", 1.5, 1.2),
  "export-jsonl": target("export to JSON lines through a plain drain", "at-least", 0.6, 0.8),
  "export-parquet": target("export to Parquet through a plain drain", "at-least", 0.3, 0.5),
  "export-memory": target(
    "memory of an export of 1 000 000 facts through 100 000",
    "at-most",
    1.5,
    1.2,
  ),
  timing: target(
    "known against unknown address, largest difference of medians, ms",
    "at-most",
    5,
    1,
  ),
} as const satisfies Readonly<Record<string, Target>>;

export type RowName = keyof typeof targets;
