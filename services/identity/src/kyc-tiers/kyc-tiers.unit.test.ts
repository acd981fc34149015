import { type AccountId, instant, newId, type Xof, xof } from "@sanu/kernel";
import { specify } from "@sanu/testing";
import { describe, expect, it } from "vitest";
import { publishTiers } from "../publish.ts";
import { kycTiers } from "./decide.ts";
import { KycTiersEvent } from "./events.ts";

const by: AccountId = newId();
const reasonId: string = newId();
const at = instant("2026-11-21T10:00:00.000000Z");

const limits: readonly [Xof, Xof, Xof, Xof] = [xof(2n), xof(5n), xof(20n), xof(100n)];
const apply = (changed: Partial<Record<0 | 1 | 2 | 3, bigint>> = {}) => {
  const [tier0, tier1, tier2, tier3] = limits;
  const of = (tier: 0 | 1 | 2 | 3, before: Xof) => xof(changed[tier] ?? before);
  const limitsXof = [of(0, tier0), of(1, tier1), of(2, tier2), of(3, tier3)] as const;
  return { kind: "apply-defaults", limitsXof, at } as const;
};
const applied = (kycTier: number, limit: bigint): KycTiersEvent => ({
  type: "KycTierDefaultApplied",
  v: 1,
  kycTier,
  monthlyLimitXof: xof(limit),
  at,
});
const change = (kycTier: number, limit: bigint) =>
  ({ kind: "change-limit", kycTier, monthlyLimitXof: xof(limit), by, reasonId, at }) as const;
const changed = (kycTier: number, limit: bigint): KycTiersEvent => ({
  type: "KycTierLimitChanged",
  v: 1,
  kycTier,
  monthlyLimitXof: xof(limit),
  by,
  reasonId,
  at,
});
const defaults = limits.map((limit, tier) => applied(tier, limit));
const spec = specify(kycTiers);

describe("the limits of the tiers", () => {
  it("are facts from the first start on, every one of them, once", () => {
    spec
      .given()
      .when(apply())
      .thenAccepted(...defaults);
    spec
      .given(...defaults)
      .when(apply())
      .thenNothingNew();
  });

  it("follow the configuration for as long as no admin has set them", () => {
    spec
      .given(...defaults)
      .when(apply({ 0: 3n, 2: 21n }))
      .thenAccepted(applied(0, 3n), applied(2, 21n));
    spec
      .given(...defaults, changed(0, 2n))
      .when(apply({ 0: 3n, 2: 21n }))
      .thenAccepted(applied(2, 21n));
    spec
      .given(...defaults, changed(0, 4n))
      .when(apply())
      .thenNothingNew();
  });

  it("stay where the configuration would let one fall behind what an admin has set below", () => {
    spec
      .given(...defaults, changed(1, 20n))
      .when(apply({ 2: 19n }))
      .thenRefused("tiers-out-of-order");
  });

  it("are an admin's when she sets them, with author and reason, also to what they are", () => {
    for (const limit of [4n, 2n]) {
      spec
        .given(...defaults)
        .when(change(0, limit))
        .thenAccepted(changed(0, limit));
    }
    spec
      .given(...defaults, changed(1, 6n))
      .when(change(1, 6n))
      .thenAccepted(changed(1, 6n));
  });

  it("are changed from what they were when it was proposed, and from nothing else", () => {
    const proposed = { ...change(0, 4n), asOfXof: xof(2n) };
    spec
      .given(...defaults)
      .when(proposed)
      .thenAccepted(changed(0, 4n));
    spec
      .given(...defaults, changed(0, 3n))
      .when(proposed)
      .thenRefused("outdated");
  });

  it("never allow more to who has proved less", () => {
    const given = spec.given(...defaults);
    given.when(change(0, 6n)).thenRefused("tiers-out-of-order");
    given.when(change(3, 19n)).thenRefused("tiers-out-of-order");
    given.when(change(0, 5n)).thenAccepted(changed(0, 5n));
    spec
      .given(...defaults, changed(0, 0n))
      .when(change(1, 0n))
      .thenAccepted(changed(1, 0n));
  });

  it("are four", () => {
    spec
      .given(...defaults)
      .when(change(4, 1_000n))
      .thenRefused("unknown-tier");
  });

  it("are published without the author, a default like any other", () => {
    for (const event of [changed(2, 30n), applied(2, 30n)]) {
      const stored: unknown = JSON.parse(
        JSON.stringify({ ...event, monthlyLimitXof: `${event.monthlyLimitXof}` }),
      );

      expect(KycTiersEvent.parse(stored)).toEqual(event);
      expect(publishTiers(event)).toEqual({
        type: "sanu.identity.KycTierLimitChanged.v1",
        dataText: JSON.stringify({ kycTier: 2, monthlyLimitXof: "30", changedAt: at }),
      });
    }
  });
});
