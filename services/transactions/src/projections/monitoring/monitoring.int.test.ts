import { GetMonitored, ListMonitored, type RequestInput } from "@sanu/contracts";
import { newId, type TransactionId } from "@sanu/kernel";
import { eventually } from "@sanu/testing";
import { afterAll, describe, expect, it } from "vitest";
import { complete, place, reached, said } from "../../orders.fixture.ts";
import { startTransactions } from "../../transactions.fixture.ts";

const running = await startTransactions();
afterAll(() => running.stop());

describe("what the staff sees of transactions", () => {
  const everything: RequestInput<typeof ListMonitored> = {
    limit: 100,
    cursor: null,
    status: null,
    transactionType: null,
    fromDay: null,
    toDay: null,
    accountId: null,
    isInReview: false,
    search: null,
  };
  const list = async (filter: Partial<RequestInput<typeof ListMonitored>>) => {
    const result = await running.request(ListMonitored, { ...everything, ...filter });
    if (result.kind !== "replied") throw new Error(JSON.stringify(result));
    return result.data;
  };
  const idsOf = async (filter: Partial<RequestInput<typeof ListMonitored>>) =>
    (await list(filter)).rows.map(({ id }) => id);
  const one = async (transactionId: TransactionId) => {
    const result = await running.request(GetMonitored, { transactionId });
    if (result.kind !== "replied") throw new Error(JSON.stringify(result));
    return result.data;
  };

  it("is every transaction of everybody, newest first, and stands with the order's own commit", async () => {
    const first = await place(running);
    running.clock.advanceMs(1_000);
    const second = await place(running);

    const [newest, older] = (await list({ limit: 2 })).rows;
    expect([newest?.id, older?.id]).toEqual([second.transactionId, first.transactionId]);
    expect(older).toEqual({
      id: first.transactionId,
      reference: first.answer.transaction.reference,
      user_id: first.accountId,
      type: "BUY_BITCOIN",
      amount_xof: "10000 XOF",
      amount_satoshi: "16339 SATS",
      exchange_rate: 61_200_000,
      status: "PENDING",
      review: false,
      review_reason: null,
      failure_reason: null,
      channel: "MTN_OPEN",
      payment_id: first.paymentId,
      payement_reference: expect.stringMatching(/^PAY_/),
      payout_id: null,
      payout_reference: null,
      created_at: first.answer.transaction.created_at,
      updated_at: first.answer.transaction.created_at,
    });
  });

  it("is filtered by status, type, person and day", async () => {
    const [pending, failed] = [await place(running), await place(running)];
    await said.failed(running, failed);
    await reached(running, failed, "FAILED");
    const today = running.clock.now().slice(0, 10);

    expect(await idsOf({ accountId: pending.accountId })).toEqual([pending.transactionId]);
    expect(await idsOf({ accountId: failed.accountId, status: "PENDING" })).toEqual([]);
    const [row] = (await list({ accountId: failed.accountId, status: "FAILED" })).rows;
    expect(row).toMatchObject({ status: "FAILED", failure_reason: "declined" });
    expect(await idsOf({ status: "PENDING" })).toContain(pending.transactionId);
    expect(await idsOf({ status: "PENDING" })).not.toContain(failed.transactionId);
    expect(await idsOf({ transactionType: "SELL_BITCOIN" })).toEqual([]);
    const { accountId } = pending;
    expect(await idsOf({ accountId, fromDay: today, toDay: today })).toHaveLength(1);
    expect(await idsOf({ accountId, toDay: "2026-11-20" })).toEqual([]);
    expect(await idsOf({ accountId, fromDay: "2027-01-01" })).toEqual([]);
  });

  it("is found by each of our references, and by ids that somebody found elsewhere", async () => {
    const placed = await place(running);
    await complete(running, placed);
    const { transactionId } = placed;
    const [row] = await list({ accountId: placed.accountId }).then(({ rows }) => rows);
    const references = [row?.reference, row?.payement_reference, row?.payout_reference];

    for (const reference of references) {
      const search = { kind: "reference", reference: reference ?? "none" } as const;
      expect(await idsOf({ search })).toEqual([transactionId]);
    }
    const transactionIds = [transactionId, newId<"TransactionId">()];
    expect(await idsOf({ search: { kind: "ids", transactionIds } })).toEqual([transactionId]);
    const unknown = { kind: "reference", reference: "TXN_0000000000000000" } as const;
    expect(await idsOf({ search: unknown })).toEqual([]);
    expect(await idsOf({ search: { kind: "ids", transactionIds: [] } })).toEqual([]);
  });

  it("names what somebody has to look at, and why", async () => {
    const placed = await place(running);
    await complete(running, placed);
    expect(await idsOf({ isInReview: true })).not.toContain(placed.transactionId);
    // What completed cannot have failed.
    await said.failed(running, placed);

    await eventually("it shows", async () =>
      (await idsOf({ isInReview: true })).includes(placed.transactionId),
    );
    expect((await one(placed.transactionId)).transaction).toMatchObject({
      status: "COMPLETED",
      review: true,
      review_reason: "contradicting-facts",
    });
  });

  it("is read page by page, steadily while rows arrive", async () => {
    const accountId = newId<"AccountId">();
    const placed: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      running.clock.advanceMs(index % 2);
      placed.unshift((await place(running, { accountId, amountXof: "100" })).transactionId);
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof list>> = await list({ accountId, limit: 2, cursor });
      seen.push(...page.rows.map(({ id }) => id));
      cursor = page.nextCursor;
      running.clock.advanceMs(1_000);
      await place(running, { accountId, amountXof: "100" });
    } while (cursor !== null);

    expect(seen.toSorted()).toEqual(placed.toSorted());
    const forged = await running.request(ListMonitored, { ...everything, cursor: "forged" });
    expect(forged).toMatchObject({
      refusal: { code: "validation-failed", fields: { cursor: ["invalid"] } },
    });
  });

  it("is one transaction's whole log, in which nothing names a person or a destination", async () => {
    const placed = await place(running, { number: "+2290196123489" });
    await complete(running, placed);
    const { transaction, entries, streamIds } = await one(placed.transactionId);

    expect(entries.map(({ type, version }) => [version, type])).toEqual([
      [1, "TransactionCreated"],
      [2, "TransactionPaid"],
      [3, "TransactionCompleted"],
    ]);
    expect(streamIds).toEqual([placed.paymentId, transaction.payout_id]);
    expect(transaction.receiver_masked).toBe("o***@s***.sanu");
    expect(transaction.number_masked).toMatch(/^\+229.*89$/);
    const text = JSON.stringify({ transaction, entries });
    expect(text).not.toMatch(/hmac|96123489|ok@sandbox/i);
  });

  it("stays when the person is erased, without what was hers", async () => {
    const placed = await place(running);
    await running.rowsOf("delete from transaction_private where transaction_id = $1", [
      placed.transactionId,
    ]);

    expect((await one(placed.transactionId)).transaction).toMatchObject({
      status: "PENDING",
      receiver_masked: null,
      number_masked: null,
    });
  });

  it("is not found for an id that is none", async () => {
    const result = await running.request(GetMonitored, { transactionId: newId<"TransactionId">() });

    expect(result).toMatchObject({ refusal: { code: "not-found" } });
  });

  it("finds the few in review and the open ones by indexes of their own", async () => {
    const planOf = async (where: string) => {
      const rows = await running.rowsOf<{ "QUERY PLAN": string }>(
        `explain select * from transaction_monitoring where ${where}
          order by created_at desc, transaction_id desc limit 51`,
      );
      return rows.map((row) => row["QUERY PLAN"]).join("\n");
    };
    await running.rowsOf(`insert into transaction_monitoring
      select gen_random_uuid(), gen_random_uuid(), 'TXN_' || n, 'BUY_BITCOIN', 1, 1, 1, 'COMPLETED', null,
        null, 'MTN_OPEN', gen_random_uuid(), 'PAY_' || n, null, null, now() - n * interval '1 s', now()
      from generate_series(1, 5000) as n`);
    await running.rowsOf("analyze transaction_monitoring");

    expect(await planOf("review_reason is not null")).toContain("transaction_monitoring_review");
    expect(await planOf("status = 'PROCESSING'")).toContain("transaction_monitoring_open");
    expect(await planOf("reference = 'TXN_7'")).toContain("transaction_monitoring_reference");
    expect(await planOf("true")).toContain("transaction_monitoring_newest");
    const byPerson = `account_id = '${newId()}'`;
    expect(await planOf(byPerson)).toContain("transaction_monitoring_account");
  });
});
