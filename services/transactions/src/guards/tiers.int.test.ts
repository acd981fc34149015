import {
  AccountTierChanged,
  CreateTransaction,
  type FactAttributes,
  type FactDefinition,
  GetRemaining,
  jsonText,
  KycTierLimitChanged,
} from "@sanu/contracts";
import { type AccountId, newId } from "@sanu/kernel";
import {
  attributesOfFact,
  deliveredToReaction,
  eventually,
  isLongRun,
  randomFrom,
  testSeed,
} from "@sanu/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { order, place } from "../orders.fixture.ts";
import { whenAccountTierChanged, whenKycTierLimitChanged } from "../reactions/when-tier-changed.ts";
import { type RunningTransactions, startTransactions } from "../transactions.fixture.ts";

describe("the tier of a person", () => {
  let running: RunningTransactions;

  beforeAll(async () => {
    running = await startTransactions();
  });
  afterAll(() => running.stop());

  const accountId = () => newId<"AccountId">();
  const remaining = async (of: AccountId): Promise<number> => {
    const result = await running.request(GetRemaining, { accountId: of });
    if (result.kind !== "replied") throw new Error(JSON.stringify(result));
    return result.data.remaining;
  };
  const buy = (of: AccountId, amountXof: string) =>
    running.request(CreateTransaction, order({ accountId: of, amountXof }));
  const tierFact = (of: AccountId, kycTier: number) => ({
    accountId: of,
    kycTier,
    changedAt: running.clock.now(),
  });
  /** Delivers a fact as its group does, at a place of identity's log. */
  const deliver = async (
    definition: FactDefinition,
    data: unknown,
    at: Pick<FactAttributes, "position"> & Partial<Pick<FactAttributes, "id">>,
  ) => {
    const deps = { database: running.database };
    const reaction = [whenAccountTierChanged(deps), whenKycTierLimitChanged(deps)].find(
      ({ factName }) => factName === definition.name,
    );
    const read = reaction?.read(definition.type, JSON.parse(jsonText(data)));
    return read?.react(deliveredToReaction(read.reaction, attributesOfFact(definition, at)));
  };

  it("is the lowest until identity says otherwise, and then decides what she may order", async () => {
    const who = accountId();
    await place(running, { accountId: who, amountXof: "200000" });
    expect(await remaining(who)).toBe(0);
    expect(await buy(who, "100")).toMatchObject({ refusal: { code: "limit-exceeded" } });

    await running.identity.publish(AccountTierChanged, who, tierFact(who, 1));
    await eventually("the tier is known", async () => (await remaining(who)) === 60);
    expect(await buy(who, "300001")).toMatchObject({ refusal: { code: "limit-exceeded" } });
    expect(await buy(who, "300000")).toMatchObject({ kind: "replied" });
    expect(await remaining(who)).toBe(0);
  });

  it("can fall below what she has ordered, which stays ordered", async () => {
    const who = accountId();
    await running.identity.publish(AccountTierChanged, who, tierFact(who, 2));
    await eventually("the tier is known", async () => {
      const result = await buy(who, "250000");
      return result.kind === "replied";
    });
    await running.identity.publish(AccountTierChanged, who, tierFact(who, 0));
    await eventually("the tier is known", async () => (await remaining(who)) === 0);

    expect(await buy(who, "100")).toMatchObject({ refusal: { code: "limit-exceeded" } });
  });

  it("is the one of the newest fact, in whatever order facts come and however often", async () => {
    const seed = testSeed();
    const random = randomFrom(seed);
    for (let round = 0; round < (isLongRun() ? 20 : 4); round += 1) {
      const who = accountId();
      const facts = Array.from({ length: 6 }, (_each, index) => ({
        kycTier: Math.floor(random() * 4),
        id: newId<"EventId">(),
        // As a number 10 is behind 9; as a text it would stand before it.
        position: `1.${900 + index * 40}.${9 + index}`,
      }));
      const deliveries = [...facts, ...facts]
        .map((fact) => ({ fact, rank: random() }))
        .toSorted((one, other) => one.rank - other.rank);
      const kinds: (string | undefined)[] = [];
      for (const { fact } of deliveries) {
        const { kycTier, ...at } = fact;
        const result = await deliver(AccountTierChanged, tierFact(who, kycTier), at);
        kinds.push(result?.kind);
      }
      const [row] = await running.rowsOf<{ kyc_tier: number }>(
        "select kyc_tier from account_tiers where account_id = $1",
        [who],
      );

      expect([seed, row?.kyc_tier]).toEqual([seed, facts.at(-1)?.kycTier]);
      expect(kinds.filter((kind) => kind === "accepted")).toHaveLength(facts.length);
      expect(kinds.filter((kind) => kind === "constraint")).toHaveLength(facts.length);
    }
  });

  it("is the newer one also behind a restored log, whose positions begin again", async () => {
    const who = accountId();
    await deliver(AccountTierChanged, tierFact(who, 3), { position: "1.5000.900" });
    await deliver(AccountTierChanged, tierFact(who, 1), { position: "2.700.3" });
    await deliver(AccountTierChanged, tierFact(who, 2), { position: "1.6000.901" });

    expect(await remaining(who)).toBe(100);
    expect(await buy(who, "500001")).toMatchObject({ refusal: { code: "limit-exceeded" } });
  });

  it("is not exceeded by many orders at once while it changes", async () => {
    const who = accountId();
    const orders = Array.from({ length: 8 }, () => buy(who, "100000"));
    await running.identity.publish(AccountTierChanged, who, tierFact(who, 1));
    const results = await Promise.all(orders);

    const taken = results.filter(({ kind }) => kind === "replied").length;
    expect(taken).toBeGreaterThanOrEqual(2);
    expect(taken).toBeLessThanOrEqual(5);
  });

  it("allows what the setting of its tier says now, for everybody in it", async () => {
    const who = accountId();
    const limit = (monthlyLimitXof: string) =>
      ({ kycTier: 3, monthlyLimitXof, changedAt: running.clock.now() }) as const;
    await deliver(AccountTierChanged, tierFact(who, 3), { position: "1.1.1" });
    await place(running, { accountId: who, amountXof: "1000000" });
    expect(await remaining(who)).toBe(90);

    const changed = { ...limit("4000000"), monthlyLimitXof: "4000000" };
    await running.identity.publish(KycTierLimitChanged, newId(), changed);
    await eventually("the limit is known", async () => (await remaining(who)) === 75);
    const old = { position: "1.1.1" };
    await deliver(KycTierLimitChanged, limit("10000000"), old);
    expect(await remaining(who)).toBe(75);
  });

  it("allows what the newest fact says, also told twice, backwards, and to a database that forgot them", async () => {
    const limits = ["300000", "400000", "600000"].map((monthlyLimitXof, index) => ({
      fact: { kycTier: 2, monthlyLimitXof, changedAt: running.clock.now() },
      at: { id: newId<"EventId">(), position: `7.${9 + index}.${9 + index}` },
    }));
    const limitNow = () =>
      running.rowsOf("select monthly_limit_xof from tier_limits where kyc_tier = 2");
    for (const inOrder of [limits, limits, limits.toReversed()]) {
      await running.rowsOf("delete from tier_limits where kyc_tier = 2");
      await running.rowsOf("delete from handled where fact_id = any($1)", [
        limits.map(({ at }) => at.id),
      ]);
      for (const { fact, at } of [...inOrder, ...inOrder])
        await deliver(KycTierLimitChanged, fact, at);

      expect(await limitNow()).toEqual([{ monthly_limit_xof: 600_000n }]);
    }
  });
});

describe("a tier of which identity has told nothing", () => {
  let running: RunningTransactions;

  beforeAll(async () => {
    running = await startTransactions({ monthlyLimitsXof: [] });
  });
  afterAll(() => running.stop());

  const publishLimit = (kycTier: number, monthlyLimitXof: string) =>
    running.identity.publish(KycTierLimitChanged, newId(), {
      kycTier,
      monthlyLimitXof,
      changedAt: running.clock.now(),
    });
  const isKnown = (tiers: number) =>
    eventually("the limits are known", async () => {
      return (await running.rowsOf("select from tier_limits")).length === tiers;
    });

  it("takes no orders and guesses nothing, until its own limit is told", async () => {
    const accountId = newId<"AccountId">();
    const key = { key: newId<string>(), bodyHash: "hash" };
    const asked = order({ accountId, amountXof: "100", idempotency: key });
    const unavailable = { kind: "refused", refusal: { code: "service-unavailable" } };
    expect(await running.request(CreateTransaction, asked)).toMatchObject(unavailable);
    expect(await running.request(GetRemaining, { accountId })).toMatchObject(unavailable);
    await publishLimit(1, "500000");
    await isKnown(1);
    expect(await running.request(CreateTransaction, asked)).toMatchObject(unavailable);
    expect(await running.rowsOf("select from events")).toEqual([]);
    expect(await running.rowsOf("select from open_transactions")).toEqual([]);

    await publishLimit(0, "150");
    await isKnown(2);
    expect(await running.request(CreateTransaction, asked)).toMatchObject({ kind: "replied" });
    expect(await running.request(GetRemaining, { accountId })).toMatchObject({
      data: { remaining: 33 },
    });
    expect(
      await running.request(CreateTransaction, order({ accountId, amountXof: "100" })),
    ).toMatchObject({ refusal: { code: "limit-exceeded" } });
  });

  it("is either closed or obeys its limit for orders that meet the fact", async () => {
    await running.rowsOf("delete from tier_limits");
    const buyers = Array.from({ length: 12 }, () => newId<"AccountId">());
    const orders = buyers.flatMap((accountId) =>
      Array.from({ length: 2 }, () =>
        running.request(CreateTransaction, order({ accountId, amountXof: "100" })),
      ),
    );
    await publishLimit(0, "150");
    const results = await Promise.all(orders);
    const codes = results.map((one) => (one.kind === "refused" ? one.refusal.code : one.kind));
    expect(
      codes.filter((code) => !["replied", "service-unavailable", "limit-exceeded"].includes(code)),
    ).toEqual([]);
    const months = await running.rowsOf<{ reserved_xof: bigint }>(
      "select reserved_xof from allowances where account_id = any($1)",
      [buyers],
    );
    for (const month of months) expect(month).toEqual({ reserved_xof: 100n });
  });
});
