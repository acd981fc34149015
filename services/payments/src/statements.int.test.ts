import { attemptKey } from "@sanu/attempts";
import { paymentsStatementFacts, TransactionRefundRequested } from "@sanu/contracts";
import { newId, systemClock, xof } from "@sanu/kernel";
import { requestComparison } from "@sanu/platform";
import { connectorSettings } from "@sanu/rails";
import { type Sandbox, simulateProvider } from "@sanu/sandbox";
import { compareStatements, eventually, stopInOrder } from "@sanu/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  type CollectionWorld,
  createCollectionWorld,
  type TestOrder,
} from "./collection.fixture.ts";

type Mistake = Parameters<Sandbox["mistakes"]["add"]>[0];

/** Looks often whether it is asked. */
const eager = { STATEMENT_POLL_MS: "50" };

let world: CollectionWorld;
const references: string[] = [];
let orders: readonly TestOrder[] = [];

beforeAll(async () => {
  world = await createCollectionWorld();
  await world.start();
  orders = await Promise.all(Array.from({ length: 8 }, () => world.order("+2290196000789")));
  for (const order of orders) {
    await world.happened(order, "PaymentRequested", "PaymentInitiated", "PaymentCompleted");
    const receipt = world.sandbox.payments.findByKey(order.key)?.receipts[0];
    references.push(receipt?.receiptId ?? "");
  }
  const [refunded] = orders;
  if (refunded === undefined) throw new Error("There is no order");
  const { transactionId, paymentId } = refunded;
  const refundId = newId<"RefundId">();
  await world.publishFact(TransactionRefundRequested, transactionId, {
    transactionId,
    refundId,
    paymentId,
    money: { currency: "XOF", amountXof: refunded.fact.amountXof },
    reason: "payout-failed",
    receiptId: references[0] ?? "",
    destination: { kind: "payer" },
    requestedAt: systemClock.now(),
  });
  await world.refundHappened(refundId, "RefundRequested", "RefundSettled");
  await world.stopReplicas();
});

afterAll(() => world.stop());

/** Compares once more what moved so far, and returns what is open then, by kind. */
async function compare(): Promise<readonly string[]> {
  const rows = await compareStatements<{
    kind: string;
    reference: string | null;
    key: string | null;
  }>(world, "kind, data->>'reference' as reference, data->>'key' as key");
  return rows.map(({ kind, reference, key }) => {
    const places = [reference, key].map((one) => references.indexOf(one ?? "nobody"));
    const place = Math.max(...places);
    return `${kind} ${place === -1 ? "-" : place}`;
  });
}

it("finds every kind of difference in the provider's statement, tells each once, and sees it mended", async () => {
  const facts = world.listen(paymentsStatementFacts.StatementDifferenceFound);
  const resolved = world.listen(paymentsStatementFacts.StatementDifferenceResolved);
  await world.start({}, eager);
  await eventually("its accounts are known", async () => {
    const rows = await world.rows("select from statement_accounts");
    return rows.length === 2;
  });
  expect(await compare()).toEqual([]);

  const lies = [
    (reference: string): Mistake => ({ kind: "missing", reference }),
    (reference: string): Mistake => ({ kind: "amount", reference, by: 5n }),
    (reference: string): Mistake => ({ kind: "fee", reference, by: 5n }),
    (reference: string): Mistake => ({ kind: "state", reference, status: "reversed" }),
    (reference: string): Mistake => ({ kind: "doubled", reference }),
    (reference: string): Mistake => ({ kind: "extra", reference }),
  ];
  for (const [index, lie] of lies.entries())
    world.sandbox.mistakes.add(lie(references[index] ?? ""));
  world.sandbox.mistakes.add({ kind: "balance", account: "collections", by: 1n });

  const expected = [
    "doubled 4",
    "missing-at-provider 0",
    "missing-at-us -",
    "other-amount 1",
    "other-balance -",
    "other-fee 2",
    "other-state 3",
  ];
  expect(await compare()).toEqual(expected);
  expect(await compare()).toEqual(expected);
  await eventually("each is published", () => facts.length >= expected.length);
  expect(facts).toHaveLength(expected.length);

  world.sandbox.mistakes.clear();
  expect(await compare()).toEqual([]);
  await eventually("each is published as resolved", () => resolved.length === expected.length);

  world.sandbox.control.addFault({ operation: "statements.read", mode: "http-500", times: 2 });
  await requestComparison(world.database, { from: null, graceMs: 0 });
  await eventually("a statement that does not come proves nothing", async () => {
    const rows = await world.rows(
      "select from statement_accounts where last_error = 'provider-fault'",
    );
    return rows.length === 2;
  });
  expect(await world.rows("select from statement_differences where resolved_at is null")).toEqual(
    [],
  );
});

it("agrees with a provider that took money back, once it has told us", async () => {
  const [, order] = orders;
  if (order === undefined) throw new Error("There is no order");
  world.sandbox.control.clearFaults();
  expect(world.sandbox.reversals.reverse(order.key)).toBe("reversed");
  await world.happened(
    order,
    "PaymentRequested",
    "PaymentInitiated",
    "PaymentCompleted",
    "PaymentReversed",
  );
  expect(await compare()).toEqual([]);
});

it("looks for what its own provider took alone: another one's is in another statement", async () => {
  const [, , order] = orders;
  if (order === undefined) throw new Error("There is no order");
  const text = "update attempts set provider = $2 where attempt_id = $1";
  world.sandbox.mistakes.add({ kind: "missing", reference: references[2] ?? "" });
  await world.rows(text, order.key, "elsewhere");
  expect(await compare()).toEqual([]);
  await world.rows(text, order.key, "sandbox");
  expect(await compare()).toEqual(["missing-at-provider 2"]);
  world.sandbox.mistakes.clear();
  expect(await compare()).toEqual([]);
});

it("knows by which attempt a refund arrived that its provider had refused before", async () => {
  const rows = await world.rows(
    `with refused as (update attempts set state = 'rejected' where kind = 'refund' returning subject_id, attempt_number)
     update events set data = data || jsonb_build_object('attemptNumber', attempt_number) from refused
     where stream_id = subject_id and event_type = 'RefundSettled' returning 1`,
  );
  expect(rows).toHaveLength(1);
  expect(await compare()).toEqual([]);
});

it("asks order by order where the provider states nothing, and finds what it says otherwise", async () => {
  await world.stopReplicas();
  world.sandbox.callbacks.change({ copies: 0 });
  await world.start({}, { ...eager, STATEMENT_RAIL: "by-status" });
  expect(await compare()).toEqual([]);
  const [, , gone, back] = orders;
  if (gone === undefined || back === undefined) throw new Error("There is no order");
  world.sandbox.control.lose(gone.key);
  expect(world.sandbox.reversals.reverse(back.key)).toBe("reversed");
  expect(await compare()).toEqual(["missing-at-provider 2", "other-state 3"]);
  world.sandbox.control.addFault({ operation: "payments.read", mode: "http-500", times: 1 });
  await requestComparison(world.database, { from: null, graceMs: 0 });
  await eventually("one order has no answer, and hides no other", async () => {
    const text = `select from statement_accounts where last_error = 'unanswered'`;
    return (await world.rows(text)).length === 1;
  });
  const openText = "select from statement_differences where resolved_at is null";
  expect(await world.rows(openText)).toHaveLength(2);
  world.sandbox.control.addFault({ operation: "payments.read", mode: "http-500", times: 5 });
  await requestComparison(world.database, { from: null, graceMs: 0 });
  await eventually("who cannot be asked proves nothing", async () => {
    const text = "select from statement_accounts where last_error = 'provider-fault'";
    return (await world.rows(text)).length === 1;
  });
});

it("asks who states nothing beside who does, and for the attempt that was paid behind a fail-over", async () => {
  await world.stopReplicas();
  world.sandbox.control.clearFaults();
  const other = await simulateProvider("mtnmomo");
  const both = { COLLECTION_RAIL: "sandbox,mtnmomo", STATEMENT_RAIL: "sandbox,by-status" };
  await world.start({}, { ...eager, ...both, ...other.settings });
  await eventually("its accounts are known", async () => {
    return (await world.rows("select from statement_accounts")).length === 3;
  });
  const known = await compare();
  const order = orders[4];
  if (order === undefined) throw new Error("There is no order");
  const second = attemptKey("collection", order.paymentId, 2);
  const { connectors } = connectorSettings({ collection: "RAILS" }).parse({
    RAILS: "mtnmomo",
    ...other.settings,
  });
  const [rail] = connectors.collection.open({ callTimeoutMs: 5_000 });
  const { amountXof } = order.fact;
  const placed = { payerNumber: "+2290196000111", channel: "MTN_OPEN", description: "PAY 1" };
  const wanted = { key: second, amountXof: xof(BigInt(amountXof)), ...placed };
  expect(await rail.initiate(wanted)).toMatchObject({ kind: "accepted" });
  world.sandbox.mistakes.add({ kind: "missing", reference: references[4] ?? "" });
  references[4] = second;
  await world.rows(
    `with paid as (update events set data = data || jsonb_build_object('attemptNumber', 2, 'receiptReference', $2::text)
       where stream_id = $1 and event_type = 'PaymentCompleted')
     update attempts set attempt_id = $2::uuid, attempt_number = 2, provider = 'mtnmomo', provider_reference = $2::text
     where subject_id = $1 and kind = 'collection'`,
    order.paymentId,
    second,
  );
  expect((await compare()).toSorted()).toEqual([...known, "other-state 4"].toSorted());
  for (const one of other.book.withKey(second)) other.book.settle(one);
  expect(await compare()).toEqual(known);
  await stopInOrder(rail.close, other.close);
});
