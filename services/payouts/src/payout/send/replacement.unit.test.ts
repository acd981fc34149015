import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type EarlierSend, isBatched, isSigned, replacementOf } from "./replacement.ts";

const signed = (attemptId: string, changes: Partial<EarlierSend> = {}): EarlierSend => ({
  attemptId,
  naturalKey: `chain:${attemptId}`,
  provider: "lnd",
  spends: ["coin:0"],
  ...changes,
});
const invoice: EarlierSend = {
  ...signed("paid"),
  naturalKey: "lightning:ab",
  spends: null,
};

describe("an attempt behind others", () => {
  it("is the first one where nothing was ever signed", () => {
    expect(replacementOf([], "lnd")).toEqual({ kind: "first" });
    expect(replacementOf([invoice, invoice], "lnd")).toEqual({ kind: "first" });
    expect([isSigned("chain:ab"), isSigned("lightning:ab"), isSigned(null)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("spends what the last one that was signed spends", () => {
    const earlier = [signed("one"), signed("two", { spends: ["coin:0", "coin:1"] }), invoice];
    expect(replacementOf(earlier, "lnd")).toEqual({
      kind: "replacing",
      signed: { key: "two", spends: ["coin:0", "coin:1"] },
    });
  });

  it.each([
    ["nobody knows what was spent", { spends: null }],
    ["nothing was", { spends: [] }],
    ["another node has the coins", { provider: "lnd-other" }],
  ])("does not exist where %s", (_, changes) => {
    expect(replacementOf([signed("one", changes)], "lnd").kind).toBe("impossible");
    const later = [signed("one", changes), signed("two", "spends" in changes ? changes : {})];
    expect(replacementOf(later, "lnd").kind).toBe("impossible");
  });
});

describe("an attempt that was paid for together with others", () => {
  const batched = signed("one", { naturalKey: `chain:${"ab".repeat(32)}:1` });

  it("is never replaced, by itself or behind another one: the others would lose their payment", () => {
    expect(replacementOf([batched], "lnd").kind).toBe("impossible");
    expect(replacementOf([batched, signed("two")], "lnd").kind).toBe("impossible");
    expect(replacementOf([signed("zero"), batched], "lnd").kind).toBe("impossible");
  });

  it("is told from one with a transaction of its own", () => {
    const keys = [batched.naturalKey, "chain:ab", "lightning:ab", null];
    expect(keys.map(isBatched)).toEqual([true, false, false, false]);
  });
});

describe("attempts, one behind the other", () => {
  it("are never two that could both be in a block", () => {
    const coins = fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { maxLength: 3 });
    const step = fc.record({ extra: coins, provider: fc.constantFrom("lnd", "lnd", "other") });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 6 }), (steps) => {
        const made: EarlierSend[] = [];
        for (const { extra, provider } of steps) {
          const name = `${made.length}`;
          const replacement = replacementOf(made, provider);
          if (replacement.kind === "impossible") continue;
          const before = replacement.kind === "replacing" ? replacement.signed.spends : [];
          const spends = [...new Set([...before, ...extra.map((coin) => `coin:${coin}`)])];
          made.push(signed(name, { spends, provider }));
        }
        const pairs = made.flatMap((one) => made.map((other) => [one, other] as const));
        for (const [one, other] of pairs) {
          const isShared = one.spends?.some((coin) => other.spends?.includes(coin));
          expect(one === other || isShared).toBe(true);
        }
      }),
    );
  });
});
