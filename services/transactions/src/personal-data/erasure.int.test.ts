import {
  AccountClosed,
  AccountClosingRefused,
  AccountErased,
  AccountErasureRequested,
  CreateQuote,
  CreateTransaction,
  type FactDefinition,
  ResolveReview,
} from "@sanu/contracts";
import { type AccountId, type Instant, newId, plusMs } from "@sanu/kernel";
import { deleteExpired, sealedRecordsRetention } from "@sanu/platform";
import { eventually, testSealingKey } from "@sanu/testing";
import { afterAll, describe, expect, it } from "vitest";
import { complete, order, place, reached, said } from "../orders.fixture.ts";
import { isLockAwaited, startTransactions } from "../transactions.fixture.ts";
import { closeAccount } from "./closed-account.ts";
import { erasurePlan } from "./erasure-plan.ts";
import { listPaid } from "./kept-by-law.ts";

const key = await testSealingKey();
const running = await startTransactions({ env: { SEALING_PUBLIC_KEY: key.publicKey } });
afterAll(() => running.stop());

describe("an account that shall be erased", () => {
  const request = async (accountId: AccountId) => {
    const erasureId = newId<string>();
    const requestedAt = running.clock.now();
    await running.identity.publish(AccountErasureRequested, accountId, {
      accountId,
      erasureId,
      requestedAt,
    });
    return erasureId;
  };
  const erased = (accountId: AccountId, sealedUntil?: Instant) =>
    running.identity.publish(AccountErased, accountId, {
      accountId,
      erasedAt: running.clock.now(),
      ...(sealedUntil !== undefined && { sealedUntil }),
    });
  /** What was answered to the wishes of an account, in their order. */
  const answersTo = async (accountId: AccountId, count: number) =>
    eventually(`${count} wishes are answered`, async () => {
      const rows = await running.rowsOf<{ type: string; data: string }>(
        "select public_type as type, public_data as data from events where stream_id = $1 order by version",
        [accountId],
      );
      return rows.length >= count && rows;
    });
  const answered = (definition: FactDefinition, data: object) => ({
    type: definition.type,
    data: expect.stringContaining(JSON.stringify(data).slice(1, -1)) as string,
  });
  const buy = (accountId: AccountId) => running.request(CreateTransaction, order({ accountId }));
  const totals = (accountId: AccountId) =>
    running.rowsOf(
      `select (select count(*) from transaction_list where account_id = $1) as listed,
         (select count(*) from transaction_detail where account_id = $1) as detailed,
         (select sum(volume_xof) from flashback where account_id = $1) as volume,
         (select sum(used_xof) from allowances where account_id = $1) as used`,
      [accountId],
    );
  const privateRows = (accountId: AccountId) =>
    running.rowsOf(
      `select transaction_id::text from transaction_private where account_id = $1
       union all select account_id::text from person_keys where account_id = $1
       union all select response from idempotency_keys where response like '%' || $1::text || '%'`,
      [accountId],
    );

  /** How many keys of hers still say something, in themselves or in what stands beside them. */
  const keysLeft = async (accountId: AccountId) => {
    const rows = await running.rowsOf(
      `select from idempotency_keys where scope like $1::text || ' %'
       and (key <> record_id::text or body_hash <> '' or response is not null)`,
      [accountId],
    );
    return rows.length;
  };
  const askQuote = (accountId: AccountId) =>
    running.request(CreateQuote, {
      commandId: newId<"CommandId">(),
      accountId,
      transactionType: "BUY_BITCOIN",
      amount: { currency: "XOF", amountXof: "10000" },
      idempotency: { key: "+2290161000789", bodyHash: "h" },
    });
  const quote = async (accountId: AccountId) => {
    expect((await askQuote(accountId)).kind).toBe("replied");
  };

  const openRefunds = (transactionId: string) =>
    running.rowsOf("select from open_refunds where transaction_id = $1", [transactionId]);

  it("stays while a transaction of it is open, and may order", async () => {
    const { accountId } = await place(running);
    const erasureId = await request(accountId);
    const facts = await answersTo(accountId, 1);

    const data = { accountId, erasureId, open: ["transaction"] };
    expect(facts).toEqual([answered(AccountClosingRefused, data)]);
    expect(await buy(accountId)).toMatchObject({ kind: "replied" });
  });

  it("stays while money of one of its transactions is on the way back", async () => {
    const placed = await place(running);
    await said.failed(running, placed);
    await reached(running, placed, "FAILED");
    await said.completed(running, placed);
    await eventually("the late money is noticed", async () => {
      return (await openRefunds(placed.transactionId)).length > 0;
    });
    await request(placed.accountId);
    const [fact] = await answersTo(placed.accountId, 1);
    expect(fact?.data).toContain('"open":["refund"]');
  });

  it("stays while one of its transactions is in review", async () => {
    const placed = await place(running);
    await said.completed(running, placed);
    await reached(running, placed, "PROCESSING");
    await said.failed(running, placed);
    await eventually("the contradiction is noticed", async () => {
      const [row] = await running.rowsOf<{ is_in_review: boolean }>(
        "select is_in_review from transaction_detail where transaction_id = $1",
        [placed.transactionId],
      );
      return row?.is_in_review;
    });
    await said.settled(running, placed);
    await reached(running, placed, "COMPLETED");
    await request(placed.accountId);
    const [fact] = await answersTo(placed.accountId, 1);
    expect(fact?.data).toContain('"open":["review"]');
  });

  it("stays while a provider has taken back what it paid, until that case is closed", async () => {
    const placed = await place(running);
    await complete(running, placed);
    await said.takenBack(running, placed);
    const closeCase = (status: string) =>
      running.rowsOf("update cases set status = $2 where transaction_id = $1 returning kind", [
        placed.transactionId,
        status,
      ]);
    await eventually("the staff has a case", async () => (await closeCase("open")).length === 1);
    await request(placed.accountId);
    const [fact] = await answersTo(placed.accountId, 1);
    expect(fact?.data).toContain('"open":["review"]');
    expect(await closeCase("closed")).toEqual([{ kind: "payment-reversed" }]);
    const erasureId = await request(placed.accountId);
    const [, closed] = await answersTo(placed.accountId, 2);
    expect(closed).toEqual(answered(AccountClosed, { accountId: placed.accountId, erasureId }));
  });

  it("is closed once all is over, orders nothing any more, and loses who it was but no total", async () => {
    const accountId = newId<"AccountId">();
    const idempotency = { key: "mine", bodyHash: "h" };
    const placed = await place(running, { accountId, idempotency });
    await complete(running, placed);
    await quote(accountId);
    const before = await totals(accountId);
    expect(await privateRows(accountId)).toHaveLength(3);
    expect(await keysLeft(accountId)).toBe(2);

    const erasureId = await request(accountId);
    expect(await answersTo(accountId, 1)).toEqual([
      answered(AccountClosed, { accountId, erasureId, hasPaidTransactions: true }),
    ]);
    expect(await buy(accountId)).toMatchObject({ refusal: { code: "account-deactivated" } });
    expect(await privateRows(accountId)).toHaveLength(3);

    await erased(accountId);
    await erased(accountId);
    await eventually("who it was is gone", async () => (await privateRows(accountId)).length === 0);
    expect(await keysLeft(accountId)).toBe(0);
    expect(await totals(accountId)).toEqual(before);
    expect(
      await running.request(CreateTransaction, order({ accountId, idempotency })),
    ).toMatchObject({
      refusal: { code: "account-deactivated" },
    });
  });

  it("gets no quote any more, and keeps no key of one that it asked for too late", async () => {
    const accountId = newId<"AccountId">();
    await request(accountId);
    await answersTo(accountId, 1);

    expect(await askQuote(accountId)).toMatchObject({ refusal: { code: "account-deactivated" } });
    expect(await keysLeft(accountId)).toBe(0);
  });

  it("gets no quote that waits for its closing, which is decided first", async () => {
    const accountId = newId<"AccountId">();
    const { asked } = await running.database.transaction(async (session) => {
      await session.query(closeAccount(accountId, running.clock.now()));
      const quoted = askQuote(accountId);
      await eventually("the quote waits", () => isLockAwaited(running));
      return { asked: quoted };
    });

    expect(await asked).toMatchObject({ refusal: { code: "account-deactivated" } });
    expect(await keysLeft(accountId)).toBe(0);
  });

  it("is answered once for each wish, and never opened again", async () => {
    const accountId = newId<"AccountId">();
    const requestedAt = running.clock.now();
    const erasureId = newId<string>();
    const data = { accountId, erasureId, requestedAt };
    await running.identity.publish(AccountErasureRequested, accountId, data);
    await running.identity.publish(AccountErasureRequested, accountId, data);
    await erased(accountId);
    const later = await request(accountId);
    expect(await answersTo(accountId, 2)).toEqual([
      answered(AccountClosed, { accountId, erasureId }),
      answered(AccountClosed, { accountId, erasureId: later }),
    ]);
    expect(await buy(accountId)).toMatchObject({ refusal: { code: "account-deactivated" } });
  });

  it("is either closed or has an order, however closely the two meet", async () => {
    for (let round = 0; round < 20; round += 1) {
      const accountId = newId<"AccountId">();
      const requested = request(accountId);
      const results = await Promise.all([buy(accountId), buy(accountId), buy(accountId)]);
      await requested;
      const [fact] = await answersTo(accountId, 1);
      const placed = results.filter(({ kind }) => kind === "replied").length;
      const isClosed = fact?.type === AccountClosed.type;
      expect([isClosed, placed > 0]).not.toEqual([true, true]);
      expect([isClosed, placed > 0]).not.toEqual([false, false]);
    }
  });

  it("leaves, sealed until the term of the person, who paid and who received of what was paid", async () => {
    const accountId = newId<"AccountId">();
    const paid = await place(running, { accountId });
    await complete(running, paid);
    const unpaid = await place(running, { accountId });
    await said.failed(running, unpaid);
    await reached(running, unpaid, "FAILED");
    const given = await running.rowsOf<object>(
      "select number, receiver from transaction_private where transaction_id = $1",
      [paid.transactionId],
    );
    const erasureId = await request(accountId);
    const data = { accountId, erasureId, hasPaidTransactions: true };
    expect(await answersTo(accountId, 1)).toEqual([answered(AccountClosed, data)]);
    const until = plusMs(running.clock.now(), 86_400_000);
    await erased(accountId, until);
    await erased(accountId, until);
    await eventually("who it was is gone", async () => (await privateRows(accountId)).length === 0);

    const sealed = () => key.recordsOf(running.database, accountId);
    const [record, ...more] = await sealed();
    if (record === undefined) throw new Error("Nothing is sealed");
    expect(more).toEqual([]);
    expect(record).toMatchObject({
      kind: "transaction",
      name: paid.transactionId,
      keepUntil: until,
    });
    const opened = await key.open("transactions", record);
    expect(JSON.parse(String(opened))).toMatchObject({
      ...given[0],
      transactionId: paid.transactionId,
      status: "COMPLETED",
    });
    await deleteExpired(running.database, sealedRecordsRetention, plusMs(until, -1));
    expect(await sealed()).toHaveLength(1);
    await deleteExpired(running.database, sealedRecordsRetention, until);
    expect(await sealed()).toEqual([]);
  });

  it("leaves, sealed with the order, the number that paid it where that is another than the one it named", async () => {
    const accountId = newId<"AccountId">();
    const paid = await place(running, { accountId });
    const payerNumber = "+2290166000017";
    await said.completedBy(running, paid, payerNumber);
    await reached(running, paid, "PROCESSING");
    await said.settled(running, paid);
    await reached(running, paid, "COMPLETED");
    const of = [paid.transactionId];
    const kept = "select payer_number from transaction_private where transaction_id = $1";
    expect(await running.rowsOf(kept, of)).toEqual([{ payer_number: payerNumber }]);
    await request(accountId);
    await answersTo(accountId, 1);
    await erased(accountId, plusMs(running.clock.now(), 86_400_000));
    await eventually("who it was is gone", async () => (await privateRows(accountId)).length === 0);

    const [record] = await key.recordsOf(running.database, accountId);
    if (record === undefined) throw new Error("Nothing is sealed");
    const opened = JSON.parse(String(await key.open("transactions", record))) as object;
    expect(opened).toMatchObject({ transactionId: paid.transactionId, payerNumber });
  });

  it("paid also where the money has nowhere to go, and a review alone names it", async () => {
    const accountId = newId<"AccountId">();
    const given = {
      accountId,
      transactionType: "SELL_BITCOIN",
      receiver: "+2290196000001",
    } as const;
    const sold = await place(running, given);
    expect(await listPaid(running.database, accountId)).toEqual([]);
    await said.soldFor(running, sold, "1");
    await eventually(
      "somebody is asked",
      async () =>
        (
          await running.rowsOf(
            "select from events where stream_id = $1 and event_type = 'TransactionReviewRequested'",
            [sold.transactionId],
          )
        ).length > 0,
    );
    const ids = (await listPaid(running.database, accountId)).map((each) => each.transactionId);
    expect(ids).toEqual([sold.transactionId]);
  });

  it("leaves no words of the staff, not even about a review that comes after the erasure", async () => {
    const placed = await place(running);
    const { transactionId, accountId } = placed;
    await complete(running, placed);
    await request(accountId);
    await answersTo(accountId, 1);
    await erased(accountId);
    await eventually("who it was is gone", async () => (await privateRows(accountId)).length === 0);
    await said.failed(running, placed);
    const resolve = () =>
      running.request(ResolveReview, {
        commandId: newId<"CommandId">(),
        transactionId,
        resolvedBy: newId<"AccountId">(),
        resolution: "close",
        reason: "Awa said so",
      });
    await eventually("the review has ended", async () => (await resolve()).kind === "replied");
    const kept = "select reason from review_resolutions where transaction_id = $1";
    expect(await running.rowsOf(kept, [transactionId])).toEqual([{ reason: "" }]);
  });

  it("leaves nothing of what stands beside an order: references, evidence, invoices, and numbers as the first release wrote them", async () => {
    const placed = await place(running);
    const { transactionId, accountId } = placed;
    await complete(running, placed);
    const beside = [
      `insert into case_evidence values (gen_random_uuid(), gen_random_uuid(), $1, 'Awa said so', now(), 'Kofi heard it')`,
      `insert into review_resolutions values (gen_random_uuid(), $1, gen_random_uuid(), 'close', 'Awa said so', now())`,
      `insert into client_orders (transaction_id, account_id, key_id, client_reference, created_at)
         select $1, account_id, gen_random_uuid(), 'for Awa', now() from transaction_list where transaction_id = $1`,
      `insert into failed_payouts (subject_id, transaction_id, account_id, number, receiver, failed_at)
         select gen_random_uuid(), $1, account_id, '+2290196000001', '+2290196000001', now() from transaction_list where transaction_id = $1`,
      `insert into number_prompts (transaction_id, number, prompted_at) values ($1, '+2290196000001', now())`,
    ];
    for (const text of beside) await running.rowsOf(text, [transactionId]);
    const rows = () =>
      running.rowsOf<{ found: string }>(
        ["case_evidence", "review_resolutions", "client_orders", "failed_payouts", "number_prompts"]
          .map((name) => `select '${name}' as found from ${name} where transaction_id = $1`)
          .join(" union all "),
        [transactionId],
      );
    expect(await rows()).toHaveLength(beside.length);
    await request(accountId);
    await answersTo(accountId, 1);
    await erased(accountId);
    await eventually("who it was is gone", async () => (await privateRows(accountId)).length === 0);
    expect(await rows()).toEqual([]);
  });

  it("is known to nobody by what arrives late about its orders", async () => {
    const placed = await place(running);
    await said.failed(running, placed);
    await reached(running, placed, "FAILED");
    await request(placed.accountId);
    await answersTo(placed.accountId, 1);
    await erased(placed.accountId);
    await eventually("who it was is gone", async () => {
      return (await privateRows(placed.accountId)).length === 0;
    });
    running.links.set(placed.paymentId, "https://provider.example/late");
    await said.initiated(running, placed);
    await said.completed(running, placed);
    await eventually("the late money is noticed all the same", async () => {
      return (await openRefunds(placed.transactionId)).length > 0;
    });
    expect(await privateRows(placed.accountId)).toEqual([]);
    expect(erasurePlan.steps.length).toBeGreaterThan(2);
  });
});
