import { type Instant, plusMs, systemClock } from "@sanu/kernel";
import type { StatementLine, StatementPage, StatementQuery } from "@sanu/rails";
import { expect } from "vitest";
import type { Breakage, ConformanceCheck, StatementHarness } from "./harness.ts";

type Check = ConformanceCheck<StatementHarness>;

/** Every promise of `StatementRail`. Each connector runs them all. */
export const statementChecks: readonly Check[] = [
  {
    title:
      "what moved is a line with its amount, under the key we gave where the provider keeps it",
    async run(harness) {
      const moved = await harness.move();
      const found = (await readAll(harness)).lines.filter(({ key }) => key === moved.key);
      expect(found).toMatchObject([{ ...moved, state: "settled" }]);
    },
  },
  {
    title: "a line lies in one of two periods that follow each other, and in no other",
    async run(harness) {
      const moved = await harness.move();
      const [line] = (await readAll(harness)).lines.filter(({ key }) => key === moved.key);
      const at = momentOf(line);
      const timesIn = async (from: Instant, to: Instant) =>
        (await readAll(harness, { from, to })).lines.filter(({ key }) => key === moved.key).length;
      expect(await timesIn(plusMs(at, -1_000), at)).toBe(0);
      expect(await timesIn(at, plusMs(at, 1_000))).toBe(1);
    },
  },
  {
    title: "the same period read again says the same",
    async run(harness) {
      await harness.move();
      const to = systemClock.now();
      expect(await readAll(harness, { to })).toEqual(await readAll(harness, { to }));
    },
  },
  {
    title: "where there are balances, the lines lead from the first to the last",
    async run(harness) {
      await harness.move();
      const { lines, balances } = await readAll(harness);
      if (balances === null) return;
      const sum = lines.reduce((total, line) => total + effectOf(line), balances.opening);
      expect(sum).toBe(balances.closing);
    },
  },
  {
    title: "an account that the provider does not know is refused, and nothing is taken for empty",
    async run({ rail }) {
      const outcome = await rail.readPage({ ...wholePeriod(), account: "nobodys", cursor: null });
      expect(outcome).toEqual({ kind: "rejected", reason: "unknown-account" });
    },
  },
  ...(["no-response", "fault", "busy", "page", "garbage", "not-found"] as const).map(unknownPage),
];

function unknownPage(how: Breakage): Check {
  return {
    title: `a page that is answered with ${how} is unknown, and never an empty one`,
    async run({ rail, account, breakNext }) {
      breakNext("statement", how);
      const outcome = await rail.readPage({ ...wholePeriod(), account, cursor: null });
      expect(outcome.kind).toBe("unknown");
    },
  };
}

function wholePeriod(): Pick<StatementQuery, "from" | "to"> {
  const now = systemClock.now();
  return { from: plusMs(now, -3_600_000), to: plusMs(now, 60_000) };
}

/** All pages of a period as one. */
async function readAll(
  { rail, account }: StatementHarness,
  period: Partial<StatementQuery> = {},
): Promise<Pick<StatementPage, "lines" | "balances">> {
  const lines: StatementLine[] = [];
  let cursor: string | null = null;
  for (;;) {
    const query: StatementQuery = { ...wholePeriod(), ...period, account, cursor };
    const outcome = await rail.readPage(query);
    if (outcome.kind !== "accepted") throw new Error(`The page is ${outcome.kind}`);
    lines.push(...outcome.value.lines);
    cursor = outcome.value.next;
    if (cursor === null) return { lines, balances: outcome.value.balances };
  }
}

function momentOf(line: StatementLine | undefined): Instant {
  if (line === undefined) throw new Error("The line is not there");
  return line.at;
}

function effectOf({ kind, amount, fee, state }: StatementLine): bigint {
  if (state === "reversed") return 0n - fee;
  if (state !== "settled") return 0n;
  const isIn = kind === "collection" || kind === "capture" || kind === "transfer-in";
  return (isIn ? amount : 0n - amount) - fee;
}
