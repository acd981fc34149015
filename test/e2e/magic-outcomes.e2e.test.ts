import { drawUpBooks, eventually, type Person, type World } from "@sanu/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  buy,
  buyPatiently,
  createdOf,
  type Detail,
  detailOf,
  numberEndingIn,
  type Order,
  providerPageOf,
} from "./buy.ts";
import { eventTypes, eventTypesAbout, refundReasons, reviewReasons } from "./logs.ts";
import { payInvoice, sell, soldOf } from "./sell.ts";
import { giveBackByHand, isInReview, logInAsAdmin, orderRefund, resolve } from "./staff.ts";
import { roomy, startSanu } from "./start-world.ts";
import { expectLateResponse, type Silence } from "./unknown-for-long.ts";

const settings = {
  ...roomy,
  // A definite "no" is believed at once; how often a route is looked for is a test of payouts.
  SEND_ATTEMPTS_MAX: "1",
  REFUND_ATTEMPTS_MAX: "1",
  PROVIDER_TIMEOUT_MS: "2000",
};

const onchainAddress = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";

/** A call without an answer is given up after 2 s, and asked about after that. */
const endsWithinMs = 30_000;

interface Outcome {
  readonly title: string;
  readonly order: Order;
  readonly status: string;
  readonly progress: Detail["progress"];
  readonly payments: readonly string[];
  readonly payouts: readonly string[];
  /** Why money goes back. */
  readonly refunds?: readonly string[];
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
const refunded = ["RefundRequested", "RefundSettled"];
const goesBack = (title: string, receiver: string): Outcome => ({
  title,
  order: { receiver },
  status: "FAILED",
  progress: { payment_status: "FAILED", payout_status: "FAILED" },
  payments: [...collected, ...refunded],
  payouts: ["PayoutRequested", "PayoutFailed"],
  refunds: ["payout-failed"],
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
  goesBack("fail@ fails for good, and the money goes back", "fail@sandbox.sanu"),
  goesBack("hang-fail@ gives no answer and has failed", "hang-fail@sandbox.sanu"),
];

/** A purchase whose payment, payout or refund is heard of an hour later. */
const silences: readonly (Silence & { readonly order: Order })[] = [
  {
    what: "the payment",
    service: "payments",
    call: "payments.create",
    question: "payments.read",
    order: {},
    meanwhile: "PENDING",
    atLast: "COMPLETED",
  },
  {
    what: "the payout",
    service: "payouts",
    call: "lightning.pay",
    question: "lightning.track",
    order: {},
    meanwhile: "PROCESSING",
    atLast: "COMPLETED",
  },
  {
    what: "the refund",
    service: "payments",
    call: "refunds.create",
    question: "refunds.read",
    order: { receiver: "fail@sandbox.sanu" },
    meanwhile: "PROCESSING",
    atLast: "FAILED",
  },
];

describe("every magic number and receiver ends as it says", () => {
  let world: World;
  let person: Person;
  let admin: string;
  const ids = new Map<Outcome, string>();
  const ends = (id: string, status: string) =>
    eventually(
      `the purchase is ${status}`,
      async () => (await detailOf(world, person, id)).status === status,
      endsWithinMs,
    );

  beforeAll(async () => {
    world = await startSanu({ settings });
    person = await world.signUp();
    admin = await logInAsAdmin(world);
    await Promise.all(
      outcomes.map(async (outcome) => {
        const created = createdOf(await buy(world, person, outcome.order));
        ids.set(outcome, created.id);
        if (outcome.page === undefined) return;
        expect((await detailOf(world, person, created.id)).status).toBe("PENDING");
        const page = await providerPageOf(world, person, created.id);
        expect((await fetch(`${page}/${outcome.page}`, { method: "POST" })).ok).toBe(true);
      }),
    );
  });

  afterEach(() => world.expectBooksToBalance());
  afterAll(() => world.stop());

  it.each(outcomes)("$title: $status", async (outcome) => {
    const id = ids.get(outcome) ?? "";
    await ends(id, outcome.status);
    await world.settled();
    const detail = await detailOf(world, person, id);
    expect(detail.status).toBe(outcome.status);
    expect(detail.progress).toEqual(outcome.progress);
    expect(detail.completed_at === null).toBe(outcome.status !== "COMPLETED");
    expect(await eventTypesAbout(world, "payments", id)).toEqual(outcome.payments);
    expect(await eventTypesAbout(world, "payouts", id)).toEqual(outcome.payouts);
    expect(await refundReasons(world, id)).toEqual(outcome.refunds ?? []);
    expect(await reviewReasons(world, id)).toEqual([]);
  });

  it("an invoice is paid, and cannot be ordered again", async () => {
    const { invoice } = world.sandbox.node.issueInvoice("ok@sandbox.sanu", 16_339n);
    const { id } = createdOf(await buy(world, person, { receiver: invoice }));
    await ends(id, "COMPLETED");
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
    const response = await buy(world, person, { number });
    expect(response.json<{ provider: string }>().provider).toBe(channel);
    expect(world.sandbox.journal.ofKind("payment-created").at(-1)).toMatchObject({ channel });
  });

  it("money that comes a second time goes back, and the purchase stays COMPLETED", async () => {
    const created = createdOf(await buy(world, person, { number: numberEndingIn("789") }));
    await ends(created.id, "COMPLETED");
    const payment = world.sandbox.payments.all().at(-1);
    if (payment === undefined) throw new Error("The provider has no order");
    world.sandbox.gateway.receive(payment);
    await eventually("it goes back", async () => {
      return (await refundReasons(world, created.id)).length > 0;
    });
    await world.settled();
    expect(await refundReasons(world, created.id)).toEqual(["payment-duplicate"]);
    expect((await detailOf(world, person, created.id)).status).toBe("COMPLETED");
  });

  it.each(silences)(
    "$what unknown for an hour is for the staff to see, and ends $atLast",
    (silence) =>
      expectLateResponse(world, silence, {
        order: async () => createdOf(await buyPatiently(world, person, silence.order)).id,
        statusOf: async (id) => (await detailOf(world, person, id)).status,
      }),
  );

  /** Neither the bitcoin can be sent nor the francs go back. */
  const refusedRefund = async (digits: string): Promise<string> => {
    const order = { receiver: "fail@sandbox.sanu", number: numberEndingIn(digits) };
    const created = createdOf(await buy(world, person, order));
    const page = await providerPageOf(world, person, created.id);
    expect((await fetch(`${page}/approve`, { method: "POST" })).ok).toBe(true);
    await eventually("the staff is asked to look", () => isInReview(world, created.id));
    expect(await reviewReasons(world, created.id)).toEqual(["refund-failed"]);
    expect((await detailOf(world, person, created.id)).status).toBe("PROCESSING");
    return created.id;
  };

  it("a refund that failed for good is ordered again by the staff, and ends the purchase", async () => {
    const id = await refusedRefund("556");
    await orderRefund(world, admin, id);
    await ends(id, "FAILED");
    await world.settled();
    expect(await refundReasons(world, id)).toEqual(["payout-failed", "review"]);
    expect(await isInReview(world, id)).toBe(false);
  });

  it("a refund that the wallet never takes is given back by hand, and the staff says so", async () => {
    const id = await refusedRefund("555");
    await giveBackByHand(world, [admin, await logInAsAdmin(world)], id);
    await ends(id, "FAILED");
    expect(await isInReview(world, id)).toBe(false);
    const again = await resolve(world, admin, { id, resolution: "close" });
    expect([again.status, again.json()]).toMatchObject([400, { code: "not-in-review" }]);
  });
});

describe("a payer who does not pay in time", () => {
  let world: World;
  let person: Person;
  /** All of them wait side by side. */
  let unpaid: string;
  let late: string;
  let sold: Awaited<ReturnType<typeof soldOf>>;

  beforeAll(async () => {
    world = await startSanu({
      settings: { ...roomy, PAYMENT_WINDOW_MS: "6000", PAYMENT_GRACE_MS: "0" },
    });
    person = await world.signUp();
    [unpaid, late, sold] = await Promise.all([
      buy(world, person, { number: numberEndingIn("111") }).then((bought) => createdOf(bought).id),
      buy(world, person, { number: numberEndingIn("333") }).then((bought) => createdOf(bought).id),
      sell(world, person).then((response) => soldOf(world, response)),
    ]);
  });

  afterAll(() => world.stop());

  const failedIn = async (id: string) => {
    await eventually("the purchase fails", async () => {
      return (await detailOf(world, person, id)).status === "FAILED";
    });
  };

  it("who never uses the page: the purchase is FAILED, and nothing is owed", async () => {
    await failedIn(unpaid);
    expect(await eventTypesAbout(world, "payments", unpaid)).toEqual(notCollected);
    expect(await reviewReasons(world, unpaid)).toEqual([]);
    await world.expectBooksToBalance();
  });

  it("who never pays the invoice of her sale: it is FAILED, and the node takes nothing late", async () => {
    const { id, invoice } = sold;
    await failedIn(id);
    // The node may see that the time is over before we tell it.
    const types = await eventTypesAbout(world, "payments", id);
    const invoiced = ["InvoiceRequested", "PaymentInitiated", "PaymentFailed"];
    expect(types.filter((type) => type !== "ReleaseRequested")).toEqual(invoiced);
    expect(await payInvoice(world, invoice)).toBe(409);
    expect(await refundReasons(world, id)).toEqual([]);
    expect(await reviewReasons(world, id)).toEqual([]);
    await world.expectBooksToBalance();
  });

  it("333 pays after the end: the purchase stays FAILED, the money is in the books and goes back", async () => {
    const id = late;
    await failedIn(id);
    await eventually("the money goes back", async () => {
      return (await refundReasons(world, id)).length > 0;
    });
    await world.expectBooksToBalance();
    expect(await refundReasons(world, id)).toEqual(["payment-late"]);
    expect((await detailOf(world, person, id)).status).toBe("FAILED");
    expect(await eventTypesAbout(world, "payments", id)).toEqual([
      ...notCollected,
      "PaymentDiscrepancyFound",
      ...refunded,
    ]);
    expect(await eventTypesAbout(world, "payouts", id)).toEqual([]);
  });

  it("129 never answers: the order is cancelled, and without an answer nobody guesses", async () => {
    const response = await buyPatiently(world, person, { number: numberEndingIn("129") });
    const { id, payment_url: paymentUrl } = createdOf(response);
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

function isCancellation(call: { readonly operation: string; readonly response: string }): boolean {
  return call.operation === "payments.cancel" && call.response === "hang";
}
