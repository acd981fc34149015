import { type AccountId, instant, newId, xof } from "@sanu/kernel";
import { specify } from "@sanu/testing";
import { describe, expect, it } from "vitest";
import { publishTiers } from "../publish.ts";
import { kycTiers } from "./decide.ts";
import { KycTiersEvent } from "./events.ts";

const by: AccountId = newId();
const reasonId: string = newId();
const at = instant("2026-11-21T10:00:00.000000Z");

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
const spec = specify(kycTiers);

describe("the tiers", () => {
  it("begin with the limits of the interface", () => {
    expect(kycTiers.initial.limitsXof).toEqual([200_000n, 500_000n, 2_000_000n, 10_000_000n]);
  });

  it("take another limit, with author and reason, once", () => {
    const state = spec.given().when(change(1, 600_000n)).thenAccepted(changed(1, 600_000n));
    expect(state.limitsXof[1]).toBe(600_000n);
    spec.given(changed(1, 600_000n)).when(change(1, 600_000n)).thenNothingNew();
    spec.given().when(change(0, 200_000n)).thenNothingNew();
  });

  it("never allow more to who has proved less", () => {
    spec.given().when(change(0, 500_001n)).thenRefused("tiers-out-of-order");
    spec.given().when(change(3, 1_999_999n)).thenRefused("tiers-out-of-order");
    spec.given().when(change(0, 500_000n)).thenAccepted(changed(0, 500_000n));
    spec.given(changed(0, 0n)).when(change(1, 0n)).thenAccepted(changed(1, 0n));
  });

  it("are four", () => {
    spec.given().when(change(4, 10_000_000n)).thenRefused("unknown-tier");
  });

  it("are told to the other services without the author", () => {
    const event = changed(2, 3_000_000n);
    const stored: unknown = JSON.parse(
      JSON.stringify({ ...event, monthlyLimitXof: `${event.monthlyLimitXof}` }),
    );

    expect(KycTiersEvent.parse(stored)).toEqual(event);
    expect(publishTiers(event)).toEqual({
      type: "sanu.identity.KycTierLimitChanged.v1",
      dataText: JSON.stringify({ kycTier: 2, monthlyLimitXof: "3000000", changedAt: at }),
    });
  });
});
