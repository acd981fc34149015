import { paymentsAuditTrail } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { serveStaffKey } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { createCollectionWorld } from "./collection.fixture.ts";

const context = { correlationId: "test", causationId: "test" };

const world = await createCollectionWorld();
const staff = serveStaffKey(world.messaging);
await world.start();

afterAll(async () => {
  await staff.stop();
  await world.stop();
});

describe("what payments tells the staff", () => {
  const traceOf = async (streamIds: string[]) => {
    const result = await staff.request(
      paymentsAuditTrail.getAuditTrail,
      { streamIds },
      { context },
    );
    if (result.kind !== "replied") throw new Error(JSON.stringify(result));
    return result.data;
  };
  const find = (providerReference: string) =>
    staff.request(paymentsAuditTrail.findByProviderReference, { providerReference }, { context });

  it("is everything that happened to a payment, without what names the payer", async () => {
    const order = await world.order("+2290166000789");
    await world.happened(order, "PaymentRequested", "PaymentInitiated", "PaymentCompleted");
    const { entries, attempts } = await traceOf([order.paymentId, newId()]);

    expect(entries.map(({ type, version }) => [version, type])).toEqual([
      [1, "PaymentRequested"],
      [2, "PaymentInitiated"],
      [3, "PaymentCompleted"],
    ]);
    expect(entries[0]).toMatchObject({
      service: "payments",
      stream_id: order.paymentId,
      data: { transactionId: order.transactionId, amountXof: "10000" },
    });
    expect(attempts).toMatchObject([
      { service: "payments", subject_id: order.paymentId, number: 1, state: "settled" },
    ]);
    expect(JSON.stringify({ entries, attempts })).not.toMatch(/hmac|66000789/i);
  });

  it("is every step of an attempt with its moment and how it stood then, and the callback that had its effect", async () => {
    const order = await world.order("+2290166000789");
    await world.happened(order, "PaymentRequested", "PaymentInitiated", "PaymentCompleted");
    const { attempts, callbacks } = await traceOf([order.paymentId]);
    const [attempt] = attempts;
    const steps = attempt?.steps ?? [];
    const openedAt = attempt?.created_at ?? "";

    expect(steps[0]).toMatchObject({ did: "called", call: 1, state: "open", code: null });
    expect(steps.at(-1)).toMatchObject({ did: "answered", call: 1, state: "settled" });
    const moments = [openedAt, ...steps.map(({ at }) => at)];
    expect(moments.toSorted()).toEqual(moments);
    expect(callbacks).toMatchObject([{ service: "payments", subject_id: order.paymentId }]);
  });

  it("is told of as many refunds as one question names, each tried often and with many steps", async () => {
    const refunds = Array.from({ length: 64 }, () => newId<string>());
    const step = { at: "2026-11-21T10:00:00.000000Z", did: "answered", call: 1, state: "rejected" };
    const text = `insert into attempts (attempt_id, subject_id, attempt_number, kind, state, provider,
        correlation_id, steps)
      select gen_random_uuid(), refund, number, 'refund', 'rejected', 'sandbox', 'test', $2::jsonb
      from unnest($1::uuid[]) as refund, generate_series(1, 4) as number`;
    const steps = JSON.stringify(Array.from({ length: 40 }, () => ({ ...step, code: "declined" })));
    await world.database.query(CompiledQuery.raw(text, [refunds, steps]));
    const { attempts } = await traceOf(refunds);
    expect(attempts.length).toBeGreaterThanOrEqual(64);
  });

  it("is whose the provider's own name for the money is", async () => {
    const order = await world.order("+2290166000789");
    await world.happened(order, "PaymentRequested", "PaymentInitiated", "PaymentCompleted");
    const [attempt] = (await traceOf([order.paymentId])).attempts;

    expect(await find(attempt?.provider_reference ?? "none")).toEqual({
      kind: "replied",
      data: { transactionIds: [order.transactionId] },
    });
    expect(await find("nobody's")).toEqual({ kind: "replied", data: { transactionIds: [] } });
  });

  it("is nothing about streams that are none of its own", async () => {
    const nothing = { entries: [], attempts: [], callbacks: [] };
    expect(await traceOf([newId(), newId()])).toEqual(nothing);
    expect(await traceOf([])).toEqual(nothing);
  });
});
