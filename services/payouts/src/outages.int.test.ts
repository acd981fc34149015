import { setTimeout as wait } from "node:timers/promises";
import type { Sandbox } from "@sanu/sandbox";
import { isLongRun } from "@sanu/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestPayout } from "./orders.fixture.ts";
import { createPayoutWorld, type PayoutWorld } from "./payouts.fixture.ts";

type Decide = Parameters<Sandbox["control"]["decideFaults"]>[0];

const minuteMs = 60_000;
const durations = [
  { long: "5 minutes", lastsMs: 5 * minuteMs },
  ...(isLongRun()
    ? [
        { long: "2 hours", lastsMs: 120 * minuteMs },
        { long: "3 days", lastsMs: 72 * 60 * minuteMs },
      ]
    : []),
];
const pollMs = 10;
const testMs = isLongRun() ? 300_000 : 60_000;

const broken = { mode: "http-500", acts: false } as const;
const isCall = (operation: string) => operation === "disbursements.create";
const isQuestion = (operation: string) => operation === "disbursements.read";

const kinds: readonly { readonly kind: string; readonly decide: () => Decide }[] = [
  {
    kind: "calls fail and status works",
    decide: () => (operation) => (isCall(operation) ? broken : undefined),
  },
  {
    kind: "calls work unheard and status fails",
    decide: () => (operation) => {
      if (isCall(operation)) return { mode: "reset", acts: true };
      return isQuestion(operation) ? broken : undefined;
    },
  },
  {
    kind: "both fail",
    decide: () => (operation) => (isCall(operation) || isQuestion(operation) ? broken : undefined),
  },
  {
    kind: "one in three works",
    decide() {
      let count = 0;
      return (operation) => {
        if (!isCall(operation) && !isQuestion(operation)) return undefined;
        count += 1;
        return count % 3 === 0 ? undefined : broken;
      };
    },
  },
];
const outages = durations.flatMap((duration) => kinds.map((each) => ({ ...duration, ...each })));

let world: PayoutWorld;

beforeAll(async () => {
  world = await createPayoutWorld();
  // The pauses of production: it is the clock that is quick here.
  await world.start({ timings: { limits: {}, times: { pollMs } } });
});

afterAll(() => world.stop());

/** The clock goes to the next moment at which the payout is due, once nobody holds it. Returns by how much. */
async function passUntilDue({ payoutId }: TestPayout): Promise<number> {
  const moments = ["created_at", "called_at", "not_found_at", "reviewed_at"];
  const older = moments.map((moment) => `${moment} = ${moment} - (next_at - now())`);
  const [row] = await world.rows<{ ms: number }>(
    `update attempts set ${older.join(", ")}, next_at = now() from (
        select attempt_id, extract(epoch from next_at - now())::float8 * 1000 as ms from attempts
        where subject_id = $1 and next_at > now() and lease_owner is null for update
      ) as due where due.attempt_id = attempts.attempt_id returning due.ms`,
    payoutId,
  );
  return row?.ms ?? 0;
}

/** Until so much time has passed, or the payout has ended. */
async function liveFor(payout: TestPayout, ms: number): Promise<void> {
  const endsAtMs = performance.now() + testMs;
  for (let passedMs = 0; passedMs < ms && performance.now() < endsAtMs; await wait(pollMs)) {
    passedMs += await passUntilDue(payout);
    const text = "select 1 from attempts where subject_id = $1 and state = 'settled'";
    if ((await world.rows(text, payout.payoutId)).length > 0) return;
  }
}

it.each(outages)(
  "XOF are paid out once behind an outage of $long in which $kind",
  { timeout: testMs },
  async ({ lastsMs, decide }) => {
    const { control } = world.sandbox;
    control.decideFaults(decide());
    const sale = await world.publish(world.make.sale("+2290196000001"));
    await world.happened(sale, "PayoutRequested");
    await liveFor(sale, lastsMs);
    control.clearFaults();
    await liveFor(sale, 120 * minuteMs);
    expect(await world.disbursementsOf(sale)).toEqual({ begun: 1, settled: 1 });
    const types = (await world.eventsOf(sale)).map(({ type }) => type);
    expect(types.filter((type) => type !== "PayoutOutcomeUnknown")).toEqual([
      "PayoutRequested",
      "PayoutSettled",
    ]);
  },
);
