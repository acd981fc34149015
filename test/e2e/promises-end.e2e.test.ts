import { plusMs, systemClock } from "@sanu/kernel";
import type { Person } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import { erase } from "./erase.ts";
import { eventTypesAbout, refundReasons, reviewReasons } from "./logs.ts";
import { neverClosedOrders } from "./never-closed.ts";
import { reached } from "./sell.ts";
import { decideByTwo, logInAsAdmin } from "./staff.ts";
import { paymentsByClock, startSharedSanu } from "./start-world.ts";

const twoDaysMs = 172_800_000;

let passedMs = 0;
const laterClock = { now: () => plusMs(systemClock.now(), passedMs) };
const world = await startSharedSanu({}, { payments: paymentsByClock(laterClock) });
const staff = [await logInAsAdmin(world), await logInAsAdmin(world)] as const;

const { control, keyOf, order, pay } = neverClosedOrders(world);
/** Payments and the provider live so much later than the orders. */
const pass = async (ms: number) => {
  passedMs = ms;
  await control("clock", { offset_ms: ms });
};
const setManualRate = (manual_rate: number) =>
  decideByTwo(world, staff, { method: "PUT", path: "/api/v1/rates", body: { manual_rate } });
const remainingOf = async ({ token }: Person) => {
  const response = await world.api.call("GET", "/api/v1/transactions/remaining", { token });
  return response.json<{ remaining: number }>().remaining;
};

describe("the promise of an order", () => {
  afterEach(async () => {
    await pass(0);
    await world.expectBooksToBalance();
  });

  it("ends: what is paid two days late, after the rate rose, buys nothing and goes back", async () => {
    const person = await world.signUp();
    const [late, inTime] = [await order(person), await order(person)];
    const paidAt = systemClock.now();
    await setManualRate(70_000_000);
    await pass(twoDaysMs);
    await pay(late);
    await pay(inTime, { received_at: paidAt });
    await reached(world, person, { id: late, status: "FAILED" });
    await reached(world, person, { id: inTime, status: "COMPLETED" });
    await world.settled();
    expect(await refundReasons(world, late)).toEqual(["payment-late"]);
    expect(await eventTypesAbout(world, "payouts", late)).toEqual([]);
    expect(world.sandbox.journal.ofKind("refund-settled")).toHaveLength(1);
    expect(world.sandbox.journal.ofKind("send-settled")).toHaveLength(1);
  });

  it("that nobody pays ends by itself: no question, no part of the month, and who made it can go", async () => {
    const person = await world.signUp();
    const id = await order(person);
    expect(await remainingOf(person)).toBe(95);
    await pass(twoDaysMs);
    // The database has not seen the two days, so its moments move back by them.
    const age = CompiledQuery.raw(
      `update attempts set created_at = created_at - interval '2 days',
         called_at = called_at - interval '2 days', next_at = now() where attempt_id = $1`,
      [await keyOf(id)],
    );
    await world.databases.payments.query(age);
    await reached(world, person, { id, status: "FAILED" });
    await world.settled();
    expect(await reviewReasons(world, id)).toEqual([]);
    expect(await eventTypesAbout(world, "payments", id)).toEqual([
      "PaymentRequested",
      "PaymentInitiated",
      "PaymentFailed",
    ]);
    expect(await remainingOf(person)).toBe(100);
    expect((await erase(world, person)).status).toBe(200);
  });
});
