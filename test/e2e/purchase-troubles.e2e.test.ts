import { eventually, type Person, type World } from "@sanu/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { buy, createdOf, detailOf, numberEndingIn } from "./buy.ts";
import { eventTypes, eventTypesAbout, refundReasons, reviewReasons } from "./logs.ts";
import { cancel, reached } from "./sell.ts";
import { logInAsAdmin } from "./staff.ts";
import { roomy, startSanu } from "./start-world.ts";
import { endUnknown, expectNotToBeClosed, type Silence, stayUnknown } from "./unknown-for-long.ts";

const settings = {
  ...roomy,
  SEND_ATTEMPTS_MAX: "1",
};

const payoutUnknown: Silence = {
  what: "the payout",
  service: "payouts",
  call: "lightning.pay",
  question: "lightning.track",
  meanwhile: "PROCESSING",
  atLast: "COMPLETED",
};

describe("a purchase that does not go as it was ordered", () => {
  let world: World;
  let person: Person;
  let admin: string;

  beforeAll(async () => {
    // Long enough for something else to happen while the payout is under way.
    world = await startSanu({ settings, delays: { slowMs: 6_000 } });
    person = await world.signUp();
    admin = await logInAsAdmin(world);
  });
  afterEach(() => world.expectBooksToBalance());
  afterAll(() => world.stop());

  const order = async (number: string, receiver = "ok@sandbox.sanu") =>
    createdOf(await buy(world, person, { number: numberEndingIn(number), receiver })).id;
  const statusOf = async (id: string) => (await detailOf(world, person, id)).status;
  /** The provider's order of the purchase that was made last, once the provider has it. */
  const lastPayment = async () => {
    await world.settled();
    const payment = world.sandbox.payments.all().at(-1);
    if (payment === undefined) throw new Error("The provider has no order");
    return payment;
  };

  it("is over when its buyer cancels before she pays, and what she pays all the same goes back", async () => {
    const id = await order("111");
    const payment = await lastPayment();
    expect((await cancel(world, person, id)).status).toBe(200);
    expect((await cancel(world, person, id)).status).toBe(200);
    await reached(world, person, { id, status: "FAILED" });
    expect(await refundReasons(world, id)).toEqual([]);
    await world.expectBooksToBalance();

    world.sandbox.gateway.receive(payment);
    await eventually(
      "the money goes back",
      async () => (await refundReasons(world, id)).length > 0,
    );
    await world.settled();
    expect(await refundReasons(world, id)).toEqual(["payment-late"]);
    expect(await statusOf(id)).toBe("FAILED");
    expect(await eventTypesAbout(world, "payouts", id)).toEqual([]);
  });

  it("is not cancelled any more once its money is in, and money that comes again goes back meanwhile", async () => {
    const id = await order("789", "slow@sandbox.sanu");
    await reached(world, person, { id, status: "PROCESSING" });
    expect((await cancel(world, person, id)).status).toBe(200);
    const payment = world.sandbox.payments.all().at(-1);
    if (payment === undefined) throw new Error("The provider has no order");
    world.sandbox.gateway.receive(payment);
    await reached(world, person, { id, status: "COMPLETED" });
    await world.settled();
    expect(await refundReasons(world, id)).toEqual(["payment-duplicate"]);
    expect(await eventTypes(world, "transactions", id)).not.toContain("TransactionCancelRequested");
    expect(await reviewReasons(world, id)).toEqual([]);
  });

  it("pays nothing out where the ordered money comes behind another amount: both go back", async () => {
    const id = await order("557");
    const payment = await lastPayment();
    world.sandbox.gateway.receive(payment, 9_000n);
    await reached(world, person, { id, status: "PROCESSING" });
    world.sandbox.gateway.receive(payment);
    await reached(world, person, { id, status: "FAILED" });
    await world.settled();
    expect((await refundReasons(world, id)).toSorted()).toEqual([
      "payment-amount-mismatch",
      "payment-duplicate",
    ]);
    expect(await eventTypesAbout(world, "payouts", id)).toEqual([]);
  });

  it("that the staff cannot close while nobody answers stays open, and the late answer ends it", async () => {
    const id = await stayUnknown(world, payoutUnknown, { order: () => order("789"), statusOf });
    await expectNotToBeClosed(world, admin, { id, statusOf });
    await endUnknown(world, payoutUnknown, { id, statusOf });
  });
});
