import { CreateTransaction, GetRemaining, OrderingKeyChanged } from "@sanu/contracts";
import { type AccountId, type Instant, instant, newId } from "@sanu/kernel";
import { eventually } from "@sanu/testing";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { complete, order, place, reached, said } from "../orders.fixture.ts";
import { startTransactions } from "../transactions.fixture.ts";

const env = {
  NUMBER_LIMITS: "on",
  OPEN_TRANSACTIONS_MAX: "2",
  FAILED_PAYOUTS_MAX_OF_ACCOUNT: "1",
  FAILED_PAYOUTS_MAX_OF_NUMBER: "2",
};
const running = await startTransactions({ env });
const { rowsOf } = running;
afterAll(() => running.stop());

const future = instant("2036-01-01T00:00:00.000000Z");
const past = instant("2026-01-01T00:00:00.000000Z");
let numbers = 100;
const newNumber = () => `+22901970${(numbers += 1)}00`;

interface Key {
  readonly keyId: string;
  readonly accountId: AccountId;
  readonly openMax?: number;
  readonly limitXof?: string;
  readonly endsAt?: Instant;
}

/** Identity tells of a key, twice. */
async function publish({ openMax = 5, limitXof = "1000000", endsAt = future, ...key }: Key) {
  const changedAt = running.clock.now();
  const fact = { ...key, monthlyLimitXof: limitXof, openTransactionsMax: openMax };
  for (const _twice of [1, 2]) {
    const news = { ...fact, endsAt, changedAt };
    await running.identity.publish(OrderingKeyChanged, key.keyId, news);
  }
  await eventually("it is known", async () => {
    const text = `select from ordering_keys where key_id = $1 and open_max = $2
      and monthly_limit_xof = $3 and ends_at = $4`;
    return (await rowsOf(text, [key.keyId, openMax, limitXof, endsAt])).length === 1;
  });
}

const result = (changes: Parameters<typeof order>[0]) =>
  running.request(CreateTransaction, order({ number: newNumber(), ...changes }));
const ask = async (changes: Parameters<typeof order>[0]) => {
  const answer = await result(changes);
  return answer.kind === "refused" ? answer.refusal.code : answer.kind;
};
const times = async (count: number, work: () => Promise<string>) => {
  const answers = await Promise.all(Array.from({ length: count }, work));
  const grouped = [...Map.groupBy(answers, (answer) => answer)];
  return Object.fromEntries(grouped.map(([answer, all]) => [answer, all.length]));
};

describe("a service that orders by a key", () => {
  let accountId: AccountId;
  let keyId: string;

  beforeEach(() => {
    accountId = newId<"AccountId">();
    keyId = newId();
  });

  it("has as many open for many people as the key allows, however many orders come at once", async () => {
    await publish({ keyId, accountId, openMax: 5 });
    const answers = await times(12, () => ask({ accountId, keyId }));
    expect(answers).toEqual({ replied: 5, "too-many-open-transactions": 7 });
    expect(await result({ accountId, keyId })).toMatchObject({
      refusal: { params: { openMax: "5" } },
    });
    const [row] = await rowsOf("select open_count from open_transactions where account_id = $1", [
      accountId,
    ]);
    expect(row).toEqual({ open_count: 5 });
  });

  it("has no more by a second key of its account, nor by a password", async () => {
    const otherKey = newId<string>();
    await publish({ keyId, accountId, openMax: 4 });
    await publish({ keyId: otherKey, accountId, openMax: 3 });
    let turn = 0;
    const answers = await times(10, () => {
      turn += 1;
      return ask({ accountId, keyId: turn % 2 === 0 ? keyId : otherKey });
    });
    expect(answers["replied"]).toBeGreaterThanOrEqual(3);
    expect(answers["replied"]).toBeLessThanOrEqual(4);
    expect(await ask({ accountId, keyId: otherKey })).toBe("too-many-open-transactions");
    expect(await ask({ accountId })).toBe("too-many-open-transactions");
  });

  it("has a month of its own, shared by its keys, beside which a person's stays as small as it was", async () => {
    const otherKey = newId<string>();
    await publish({ keyId, accountId, limitXof: "450000" });
    await publish({ keyId: otherKey, accountId, limitXof: "450000" });
    const amountXof = "150000";
    expect(await ask({ accountId, keyId, amountXof })).toBe("replied");
    const left = await running.request(GetRemaining, { accountId, keyId });
    expect(left).toMatchObject({ data: { remaining: 66 } });
    expect(await ask({ accountId, amountXof })).toBe("limit-exceeded");
    expect(await ask({ accountId, keyId: otherKey, amountXof })).toBe("replied");
    expect(await times(3, () => ask({ accountId, keyId, amountXof }))).toEqual({
      replied: 1,
      "limit-exceeded": 2,
    });
  });

  it("gives nobody's number a greater month than a person's", async () => {
    await publish({ keyId, accountId });
    const number = newNumber();
    expect(await ask({ accountId, keyId, number, amountXof: "150000" })).toBe("replied");
    expect(await ask({ accountId, keyId, number, amountXof: "50001" })).toBe("limit-exceeded");
    expect(await ask({ accountId, keyId, number, amountXof: "50000" })).toBe("replied");
    await complete(running, await place(running, { number: newNumber(), accountId, keyId }));
  });

  it("answers for each number's failed payouts, and not for those of all together", async () => {
    await publish({ keyId, accountId });
    const number = newNumber();
    for (const [turn, payer] of [number, newNumber(), number].entries()) {
      const receiver = `r${turn}@wallet.example`;
      const placed = await place(running, { accountId, keyId, number: payer, receiver });
      await said.completed(running, placed);
      await reached(running, placed, "PROCESSING");
      await said.payoutFailed(running, placed, "no-route");
      await eventually("it is counted", async () => {
        const text = "select from failed_payouts where transaction_id = $1";
        return (await rowsOf(text, [placed.transactionId])).length === 1;
      });
    }
    expect(await ask({ accountId, keyId, number })).toBe("too-many-failures");
    expect(await ask({ accountId, keyId })).toBe("replied");
    expect(await ask({ accountId })).toBe("too-many-failures");
  });

  it("orders by no key that identity has not told, that has ended or is somebody else's", async () => {
    expect(await ask({ accountId, keyId })).toBe("service-unavailable");
    await publish({ keyId, accountId: newId<"AccountId">() });
    expect(await ask({ accountId, keyId })).toBe("forbidden");
    const ended = newId<string>();
    await publish({ keyId: ended, accountId });
    expect(await ask({ accountId, keyId: ended })).toBe("replied");
    await publish({ keyId: ended, accountId, endsAt: past });
    expect(await ask({ accountId, keyId: ended })).toBe("forbidden");
    const [row] = await rowsOf("select open_count from open_transactions where account_id = $1", [
      accountId,
    ]);
    expect(row).toEqual({ open_count: 1 });
  });

  it("obeys what was told last, in whatever order it comes", async () => {
    await publish({ keyId, accountId, openMax: 3 });
    await publish({ keyId, accountId, openMax: 1 });
    expect(await ask({ accountId, keyId })).toBe("replied");
    expect(await ask({ accountId, keyId })).toBe("too-many-open-transactions");
    const [before] = await rowsOf<{ fact_place: string[] }>(
      "select fact_place::text[] as fact_place from ordering_keys where key_id = $1",
      [keyId],
    );
    expect(before?.fact_place.length).toBeGreaterThan(0);
  });

  it("is known by the key that each order came by", async () => {
    await publish({ keyId, accountId });
    const { transactionId } = await place(running, { number: newNumber(), accountId, keyId });
    expect(
      await rowsOf("select key_id, client_reference from client_orders where transaction_id = $1", [
        transactionId,
      ]),
    ).toEqual([{ key_id: keyId, client_reference: null }]);
  });
});
