import { drawUpBooks, eventually, type Person, type World } from "@sanu/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { buy, createdOf, type Detail, detailOf, numberEndingIn, type Order } from "./buy.ts";
import { eventTypes, eventTypesAbout, reviewReasons } from "./logs.ts";
import { startSanu } from "./start-world.ts";

const roomy = {
  OPEN_TRANSACTIONS_MAX: "100",
  MONTHLY_LIMIT_TIER_0_XOF: "100000000",
  // A definite "no" is believed at once; how often a route is looked for is a test of payouts.
  SEND_ATTEMPTS_MAX: "1",
};

const onchainAddress = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";

/** A call without an answer is given up after 8 s, and asked about after that. */
const endsWithinMs = 30_000;

interface Outcome {
  readonly title: string;
  readonly order: Order;
  readonly status: string;
  readonly progress: Detail["progress"];
  readonly payments: readonly string[];
  readonly payouts: readonly string[];
  readonly reviews?: readonly string[];
  /** What the payer does on the provider's page. */
  readonly page?: "approve" | "decline";
}

const bothCompleted = { payment_status: "COMPLETED", payout_status: "COMPLETED" };
const paymentFailed = { payment_status: "FAILED", payout_status: "FAILED" };
const collected = ["PaymentRequested", "PaymentInitiated", "PaymentCompleted"];
const notCollected = ["PaymentRequested", "PaymentInitiated", "PaymentFailed"];
const sent = ["PayoutRequested", "PayoutSettled"];

const completed = (title: string, order: Order): Outcome => ({
  title,
  order,
  status: "COMPLETED",
  progress: bothCompleted,
  payments: collected,
  payouts: sent,
});
const failed = (title: string, digits: string): Outcome => ({
  title,
  order: { number: numberEndingIn(digits) },
  status: "FAILED",
  progress: paymentFailed,
  payments: notCollected,
  payouts: [],
});
const inReview = (title: string, receiver: string): Outcome => ({
  title,
  order: { receiver },
  status: "PROCESSING",
  progress: { payment_status: "COMPLETED", payout_status: "FAILED" },
  payments: collected,
  payouts: ["PayoutRequested", "PayoutFailed"],
  reviews: ["payout-failed"],
});

const outcomes: readonly Outcome[] = [
  completed("789 pays at once", { number: numberEndingIn("789") }),
  completed("002 pays slowly", { number: numberEndingIn("002") }),
  completed("222 answers twice, with one effect", { number: numberEndingIn("222") }),
  { ...completed("any other number approves", { number: numberEndingIn("111") }), page: "approve" },
  failed("039 declines", "039"),
  failed("048 has too little", "048"),
  { ...failed("any other number declines", "112"), page: "decline" },
  completed("ok@ settles at once", { receiver: "ok@sandbox.sanu" }),
  completed("slow@ settles slowly", { receiver: "slow@sandbox.sanu" }),
  completed("hang-ok@ gives no answer and has settled", { receiver: "hang-ok@sandbox.sanu" }),
  completed("notfound@ is lost for a while", { receiver: "notfound@sandbox.sanu" }),
  completed("any other Lightning address settles", { receiver: "somebody@wallet.example" }),
  completed("an address on the chain settles", { receiver: onchainAddress }),
  inReview("fail@ fails for good and waits for a person", "fail@sandbox.sanu"),
  inReview("hang-fail@ gives no answer and has failed", "hang-fail@sandbox.sanu"),
];

describe("every magic number and receiver ends as it says", () => {
  let world: World;
  let person: Person;
  const ids = new Map<Outcome, string>();

  beforeAll(async () => {
    world = await startSanu({ settings: roomy });
    person = await world.signUp();
    await Promise.all(
      outcomes.map(async (outcome) => {
        const created = createdOf(await buy(world, person, outcome.order));
        ids.set(outcome, created.id);
        if (outcome.page === undefined) return;
        expect((await detailOf(world, person, created.id)).status).toBe("PENDING");
        const action = `${created.payment_url}/${outcome.page}`;
        expect((await fetch(action, { method: "POST" })).ok).toBe(true);
      }),
    );
  });

  afterEach(() => world.expectBooksToBalance());
  afterAll(() => world.stop());

  it.each(outcomes)("$title: $status", async (outcome) => {
    const id = ids.get(outcome) ?? "";
    await eventually(
      `the purchase is ${outcome.status}`,
      async () => (await detailOf(world, person, id)).status === outcome.status,
      endsWithinMs,
    );
    await world.settled();
    const detail = await detailOf(world, person, id);
    expect(detail.status).toBe(outcome.status);
    expect(detail.progress).toEqual(outcome.progress);
    expect(detail.completed_at === null).toBe(outcome.status !== "COMPLETED");
    expect(await eventTypesAbout(world, "payments", id)).toEqual(outcome.payments);
    expect(await eventTypesAbout(world, "payouts", id)).toEqual(outcome.payouts);
    expect(await reviewReasons(world, id)).toEqual(outcome.reviews ?? []);
  });

  it("an invoice is paid, and cannot be ordered again", async () => {
    const { invoice } = world.sandbox.node.issueInvoice("ok@sandbox.sanu", 16_339n);
    const { id } = createdOf(await buy(world, person, { receiver: invoice }));
    await eventually("the purchase is completed", async () => {
      return (await detailOf(world, person, id)).status === "COMPLETED";
    });
    const again = await buy(world, person, { receiver: invoice });
    expect(again.json<{ code: string }>().code).toBe("receiver-already-used");
  });

  it.each([
    ["+2290190000789", "MTN_OPEN"],
    ["+2290160000789", "MOOV_BENIN"],
    ["+2290192000789", "CELTIIS_BENIN"],
    ["+2250700000789", "ORANGE_CI"],
    ["+221750000789", "WAVE_SN"],
    ["+2290120000789", "SANDBOX"],
  ])("the number %s is collected over %s", async (number, channel) => {
    const answer = await buy(world, person, { number });
    expect(answer.json<{ provider: string }>().provider).toBe(channel);
    expect(world.sandbox.journal.ofKind("payment-created").at(-1)).toMatchObject({ channel });
  });
});

describe("a payer who does not pay in time", () => {
  let world: World;
  let person: Person;

  beforeAll(async () => {
    world = await startSanu({ settings: { ...roomy, PAYMENT_WINDOW_MS: "1500" } });
    person = await world.signUp();
  });

  afterAll(() => world.stop());

  const failedIn = async (id: string) => {
    await eventually("the purchase fails", async () => {
      return (await detailOf(world, person, id)).status === "FAILED";
    });
  };

  it("who never uses the page: the purchase is FAILED, and nothing is owed", async () => {
    const { id } = createdOf(await buy(world, person, { number: numberEndingIn("111") }));
    await failedIn(id);
    expect(await eventTypesAbout(world, "payments", id)).toEqual(notCollected);
    expect(await reviewReasons(world, id)).toEqual([]);
    await world.expectBooksToBalance();
  });

  it("333 pays after the end: the purchase stays FAILED, the money is in the books and waits for a person", async () => {
    const { id } = createdOf(await buy(world, person, { number: numberEndingIn("333") }));
    await failedIn(id);
    await eventually("a person is asked to look", async () => {
      return (await reviewReasons(world, id)).length > 0;
    });
    await world.expectBooksToBalance();
    expect(await reviewReasons(world, id)).toEqual(["payment-late"]);
    expect((await detailOf(world, person, id)).status).toBe("FAILED");
    expect(await eventTypesAbout(world, "payments", id)).toEqual([
      ...notCollected,
      "PaymentDiscrepancyFound",
    ]);
    expect(await eventTypesAbout(world, "payouts", id)).toEqual([]);
  });

  it("129 never answers: the order is cancelled, and without an answer nobody guesses", async () => {
    const answer = await buy(world, person, { number: numberEndingIn("129") });
    const { id, payment_url: paymentUrl } = createdOf(answer);
    expect(paymentUrl).toContain(`${world.publicUrl}/pay/`);
    await eventually(
      "the provider is told that the order is over",
      () => world.sandbox.journal.ofKind("call").some(isCancellation),
      30_000,
    );
    const detail = await detailOf(world, person, id);
    expect(detail.status).toBe("PENDING");
    expect(await eventTypes(world, "transactions", id)).toEqual(["TransactionCreated"]);
    expect(await eventTypesAbout(world, "payments", id)).toEqual(["PaymentRequested"]);
    const books = await drawUpBooks({
      journal: world.sandbox.journal.all(),
      ...world.databases,
    });
    expect(books.violations).toEqual([]);
    expect(books.log).toEqual(books.journal);
  });
});

function isCancellation(call: { readonly operation: string; readonly answer: string }): boolean {
  return call.operation === "payments.cancel" && call.answer === "hang";
}
