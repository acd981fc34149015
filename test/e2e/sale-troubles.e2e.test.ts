import { eventually, type Person, type World } from "@sanu/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { detailOf, numberEndingIn } from "./buy.ts";
import { eventTypes, eventTypesAbout, refundReasons, reviewReasons } from "./logs.ts";
import {
  cancel,
  noWallet,
  payInvoice,
  reached,
  type Sale,
  sell,
  sellAndPay,
  soldOf,
  soldSats,
} from "./sell.ts";
import { giveBackByHand, isInReview, logInAsAdmin, orderRefund, resolve } from "./staff.ts";
import { roomy, startSanu } from "./start-world.ts";
import { endUnknown, expectNotToBeClosed, type Silence, stayUnknown } from "./unknown-for-long.ts";

const settings = {
  ...roomy,
  // A definite "no" is believed at once; how often a route is looked for is a test of payouts.
  SEND_ATTEMPTS_MAX: "1",
  DISBURSE_ATTEMPTS_MAX: "1",
};
const notTaken = ["PaymentInitiated", "InvoiceHeld", "ReleaseRequested", "PaymentFailed"];

const payoutUnknown: Silence = {
  what: "whether the francs were paid out",
  service: "payouts",
  call: "disbursements.create",
  question: "disbursements.read",
  meanwhile: "PROCESSING",
  atLast: "COMPLETED",
};

/** Sales that wait for the node side by side, by what is strange about them. */
type Trouble =
  | "paid too much"
  | "paid too close to its end"
  | "paid twice"
  | "cancelled too late"
  | "taken by the node"
  | "taken by the node, of nowhere"
  | "refunded at the second time"
  | "of nowhere";

describe("a sale that does not go as it was ordered", () => {
  let world: World;
  let person: Person;
  let admin: string;
  const sales = new Map<Trouble, { readonly id: string; readonly invoice: string }>();

  const idOf = (trouble: Trouble) => sales.get(trouble)?.id ?? "";
  const ends = (id: string, status: "COMPLETED" | "FAILED") =>
    reached(world, person, { id, status });
  const statusOf = async (id: string) => (await detailOf(world, person, id)).status;

  const order = async (
    trouble: Trouble,
    sale: Sale,
    otherwise: Parameters<typeof payInvoice>[2] = {},
  ) => {
    const sold = await soldOf(world, await sell(world, person, sale));
    sales.set(trouble, sold);
    if (trouble.startsWith("taken")) takeByItself(world, sold.invoice);
    else expect(await payInvoice(world, sold.invoice, otherwise)).toBe(204);
  };

  beforeAll(async () => {
    world = await startSanu({ settings });
    person = await world.signUp();
    admin = await logInAsAdmin(world);
    await Promise.all([
      order("paid too much", {}, { amount_sats: String(soldSats + 1n) }),
      order("paid too close to its end", {}, { blocks: 5 }),
      order("paid twice", {}),
      order("cancelled too late", { number: numberEndingIn("202") }),
      order("taken by the node", {}),
      order("taken by the node, of nowhere", { receiver: noWallet }),
      order("refunded at the second time", {
        number: noWallet,
        receiver: "fail-once@sandbox.sanu",
      }),
      order("of nowhere", { number: noWallet, receiver: noWallet }),
    ]);
  });
  afterEach(() => world.expectBooksToBalance());
  afterAll(() => world.stop());

  it.each([
    ["pays more than was asked for", "paid too much"],
    ["leaves too little time to take the satoshis", "paid too close to its end"],
  ] as const)("whose seller %s: they are let go, nothing was ever ours", async (_why, trouble) => {
    const id = idOf(trouble);
    await ends(id, "FAILED");
    expect((await eventTypesAbout(world, "payments", id)).slice(1)).toEqual(notTaken);
    expect(await refundReasons(world, id)).toEqual([]);
  });

  it("whose invoice the seller pays again once the sale is COMPLETED: the node takes nothing", async () => {
    const { id = "", invoice = "" } = sales.get("paid twice") ?? {};
    await ends(id, "COMPLETED");
    expect(await payInvoice(world, invoice)).toBe(409);
  });

  it("whose seller cancels once the satoshis are taken: nothing is cancelled any more", async () => {
    const id = idOf("cancelled too late");
    await eventually("the satoshis are taken", async () => (await statusOf(id)) !== "PENDING");
    expect((await cancel(world, person, id)).status).toBe(200);
    await ends(id, "COMPLETED");
    expect(await eventTypes(world, "transactions", id)).not.toContain("TransactionCancelRequested");
  });

  it("of which the node took another amount: all of it goes back, and nothing is paid out", async () => {
    const id = idOf("taken by the node");
    await ends(id, "FAILED");
    await world.settled();
    expect(await refundReasons(world, id)).toEqual(["payment-amount-mismatch"]);
    expect(await eventTypes(world, "transactions", id)).toContain("TransactionPaymentHeld");
    const out = await eventTypesAbout(world, "payouts", id);
    expect(out).toEqual(["PayoutRequested", "PayoutSettled"]);
    const sent = world.sandbox.journal.ofKind("send-settled").map(({ amountSats }) => amountSats);
    // The refund bears its own way: the 170 satoshis that the sale may spend on one.
    expect(sent).toContain(String(BigInt(takenSats) - 170n));
  });

  const awaitsRefundAddress = async (id: string): Promise<void> => {
    await eventually("the seller is asked", () => isInReview(world, id), 30_000);
    expect(await reviewReasons(world, id)).toEqual(["return-address-needed"]);
    expect(await statusOf(id)).toBe("PROCESSING");
  };

  it("whose refund failed is refunded to the same address when the staff orders it again", async () => {
    const id = idOf("refunded at the second time");
    await awaitsRefundAddress(id);
    await orderRefund(world, admin, id);
    await ends(id, "FAILED");
    await world.settled();
    expect(await refundReasons(world, id)).toEqual(["payout-failed", "review"]);
    expect(await isInReview(world, id)).toBe(false);
  });

  it.each([
    ["whose francs could not be paid out", "of nowhere"],
    ["of which the node took another amount", "taken by the node, of nowhere"],
  ] as const)("%s and whose seller named no place is given back by hand", async (_why, trouble) => {
    const id = idOf(trouble);
    await awaitsRefundAddress(id);
    const refund = await resolve(world, admin, { id, resolution: "refund" });
    expect([refund.status, refund.json()]).toMatchObject([400, { code: "nothing-to-refund" }]);
    await giveBackByHand(world, [admin, await logInAsAdmin(world)], id);
    await ends(id, "FAILED");
    expect(await isInReview(world, id)).toBe(false);
  });

  it("that the staff closes while nobody answers: it stays open, and the late answer ends it", async () => {
    const ordering = { order: () => sellAndPay(world, person), statusOf };
    const id = await stayUnknown(world, payoutUnknown, ordering);
    await expectNotToBeClosed(world, admin, { id, statusOf });
    await endUnknown(world, payoutUnknown, { id, statusOf });
  });
});

const takenSats = String(soldSats + 3n);

/** The node's own record shows more as ours than the sale is about, though nobody of us asked it to take that. */
function takeByItself({ sandbox }: World, invoice: string): void {
  const found = sandbox.holdBook.all().find((one) => one.invoice === invoice);
  if (found === undefined) throw new Error("The node has no invoice");
  const taken = { paymentHash: found.paymentHash, amountSats: takenSats };
  sandbox.journal.record({ kind: "invoice-held", ...taken, blocks: 80 });
  sandbox.journal.record({ kind: "invoice-captured", ...taken });
}
