import {
  type AttemptReport,
  attemptAfter,
  nextStep,
  outcomeOfStatus,
  reportOfCall,
} from "@sanu/attempts";
import { createTestDatabase, isLongRun } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, beforeEach, expect, it } from "vitest";
import { createSchema } from "../database/migration.ts";
import { openDatabase } from "../database/open-database.ts";
import { createGate } from "../event-store/gate.ts";
import { attemptSchema, insertNewAttempt } from "./attempts.fixture.ts";
import { createAttemptsWorker } from "./attempts-worker.ts";
import { findAttempt } from "./read-attempts.ts";
import { markReviewed, updateAttempt } from "./write-attempt.ts";

const hourMs = 3_600_000;
const outages = [
  { long: "196 seconds", lastsMs: 196_000, callsMax: 9 },
  { long: "2 hours", lastsMs: 2 * hourMs, callsMax: 30 },
  ...(isLongRun() ? [{ long: "3 days", lastsMs: 72 * hourMs, callsMax: 900 }] : []),
];

const made = await createTestDatabase("outages", {
  "0001-initial": createSchema(attemptSchema),
});
const database = openDatabase({ url: made.url, poolMax: 4, applicationName: "test" });

type RailStatus = Parameters<typeof outcomeOfStatus>[0];

let isOut = true;
let isTaken = false;
let steps: string[] = [];
const fault: RailStatus = { kind: "unknown", cause: "provider-fault" };

/** While it is out every order answers 500 and is not there; later an order is taken and settles at once. */
const provider = {
  order(): RailStatus {
    if (isOut) return fault;
    isTaken = true;
    return { kind: "in-flight" };
  },
  status: (): RailStatus => ({ kind: isTaken ? "settled" : "not-found" }),
};

const worker = createAttemptsWorker<AttemptReport<never>>({
  database,
  gate: createGate(),
  providers: [{ provider: "carrier", kinds: ["disbursement"] }],
  nextStep: (attempt, now) => nextStep(attempt, "resend-same-key", now),
  prepare: () => Promise.reject(new Error("It needs no preparation")),
  async perform(_attempt, step, beforeCall) {
    steps.push(step);
    if (step !== "call" && step !== "resend") return outcomeOfStatus(provider.status());
    beforeCall();
    const status = provider.order();
    const outcome =
      status.kind === "unknown" ? status : ({ kind: "accepted", value: status } as const);
    return reportOfCall(step, outcome, {
      accepted: outcomeOfStatus,
      rejected: () => {
        throw new Error("It refuses nothing");
      },
    });
  },
  reportOfUsedKey: () => outcomeOfStatus({ kind: "not-found" }),
  async onReport(attempt, report) {
    await database.query(updateAttempt(attempt, attemptAfter(attempt, report)));
  },
  onReview: async (attempt) => void (await database.query(markReviewed(attempt, hourMs))),
  onLost: () => expect.unreachable("Nobody else is there"),
  onError(error) {
    throw error;
  },
});

beforeEach(async () => {
  await database.query(CompiledQuery.raw("delete from attempts"));
  isOut = true;
  isTaken = false;
  steps = [];
});

afterAll(async () => {
  await worker.stop();
  await database.close();
  await made.drop();
});

/** The clock goes to the next moment at which something is due: all that was is older by so much. Returns how much. */
async function passUntilDue(): Promise<number> {
  const moments = ["created_at", "called_at", "not_found_at", "reviewed_at"];
  const older = moments.map((moment) => `${moment} = ${moment} - (next_at - now())`);
  const text = `update attempts set ${older.join(", ")}, next_at = now() from (
      select attempt_id, extract(epoch from next_at - now())::float8 * 1000 as ms from attempts
    ) as due where due.attempt_id = attempts.attempt_id and next_at is not null returning due.ms`;
  const [row] = await database.query<{ ms: number }>(CompiledQuery.raw(text));
  return Math.max(0, row?.ms ?? 0);
}

async function liveFor(ms: number): Promise<void> {
  for (let passedMs = 0; passedMs < ms; ) {
    passedMs += await passUntilDue();
    if ((await worker.runDue()) === 0) return;
  }
}

it.each(outages)(
  "an order whose calls fail and that is not found for $long is sent once its provider is well",
  async ({ lastsMs, callsMax }) => {
    const { attemptId } = await insertNewAttempt(database, { kind: "disbursement" });
    await liveFor(lastsMs);
    const during = await findAttempt(database, attemptId);
    expect(during).toMatchObject({ state: "unknown", reviewedAt: null, concludedAt: null });
    expect(during?.notFoundAt).not.toBeNull();
    const calls = steps.filter((step) => step === "call" || step === "resend").length;
    expect(calls).toBe(during?.calls);
    expect(calls).toBeLessThanOrEqual(callsMax);

    isOut = false;
    await liveFor(hourMs / 4);
    const last = ["resend", "check-status"];
    expect(steps.slice(-2)).toEqual(last);
    expect(await findAttempt(database, attemptId)).toMatchObject({
      state: "settled",
      callError: null,
    });
  },
);

it("an order in review is not sent, though its provider says for days that it does not know it", async () => {
  const { attemptId } = await insertNewAttempt(database, { kind: "disbursement" });
  await liveFor(60_000);
  await database.query(CompiledQuery.raw("update attempts set reviewed_at = now()"));
  isOut = false;
  steps = [];
  await liveFor(72 * hourMs);
  expect(new Set(steps)).toEqual(new Set(["check-status"]));
  expect(steps.length).toBeLessThanOrEqual(74);
  expect(await findAttempt(database, attemptId)).toMatchObject({ state: "unknown" });
});
