import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { numberEndingIn } from "./buy.ts";
import { eventTypesAbout, refundReasons, reviewReasons } from "./logs.ts";
import { reached, sellAndPay } from "./sell.ts";
import { roomy, startSharedSanu } from "./start-world.ts";

const settings = {
  SALES: "open",
  ...roomy,
  // A definite "no" is believed soon; how often a way is looked for is a test of payouts.
  DISBURSE_ATTEMPTS_MAX: "2",
  DISBURSE_RETRY_PAUSE_MS: "50",
  SEND_ATTEMPTS_MAX: "1",
  PROVIDER_TIMEOUT_MS: "2000",
};

const paidOut = ["PayoutRequested", "PayoutSettled"];
const notPaidOut = ["PayoutRequested", "PayoutFailed"];

interface Outcome {
  readonly title: string;
  /** Of the number that gets the XOF. */
  readonly ending: string;
  readonly status: "COMPLETED" | "FAILED";
  readonly payouts: readonly string[];
}

const completed = (ending: string, title: string): Outcome => ({
  title,
  ending,
  status: "COMPLETED",
  payouts: paidOut,
});
/** The second payout sends the sats back. */
const goesBack = (ending: string, title: string, payouts = notPaidOut): Outcome => ({
  title,
  ending,
  status: "FAILED",
  payouts: [...payouts, ...paidOut],
});

const outcomes: readonly Outcome[] = [
  completed("789", "an ending of payers is paid like any other"),
  completed("202", "202 is paid slowly"),
  completed("411", "411 gives no answer and has been paid"),
  completed("404", "404 is lost for a while"),
  goesBack("089", "089 has no wallet"),
  goesBack("119", "119 has a full wallet"),
  goesBack("412", "412 gives no answer and has failed"),
  goesBack("503", "503 finds its channel closed, again and again", [
    "PayoutRequested",
    "PayoutAttemptRejected",
    "PayoutFailed",
  ]),
];

const world = await startSharedSanu({ settings });
const person = await world.signUp();

afterEach(() => world.expectBooksToBalance());

describe("every number that gets the XOF of a sale ends as it says", () => {
  const ids = new Map<Outcome, string>();

  const sell = (number: string) => sellAndPay(world, person, { number });
  const ends = (id: string, status: string) => reached(world, person, { id, status });

  beforeAll(async () => {
    await Promise.all(
      outcomes.map(async (outcome) => {
        ids.set(outcome, await sell(numberEndingIn(outcome.ending)));
      }),
    );
  });

  it.each(outcomes)("$title: $status", async (outcome) => {
    const id = ids.get(outcome) ?? "";
    await ends(id, outcome.status);
    await world.settled();
    expect(await eventTypesAbout(world, "payouts", id)).toEqual(outcome.payouts);
    const isRefunded = outcome.status === "FAILED";
    expect(await refundReasons(world, id)).toEqual(isRefunded ? ["payout-failed"] : []);
    expect(await reviewReasons(world, id)).toEqual([]);
  });

  it("a closed channel lets go of the sats before they are taken", async () => {
    const channel = "CELTIIS_BENIN";
    world.sandbox.journal.record({ kind: "channel-set", channel, state: "closed" });
    const capturedBefore = world.sandbox.journal.ofKind("invoice-captured").length;
    const id = await sell("+2290192000001");
    await ends(id, "FAILED");
    expect(world.sandbox.journal.ofKind("invoice-captured")).toHaveLength(capturedBefore);
    expect(await eventTypesAbout(world, "payouts", id)).toEqual([]);
  });
});
