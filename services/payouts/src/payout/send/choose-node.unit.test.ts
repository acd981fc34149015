import { sats } from "@sanu/kernel";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chooseNode, type NodeCandidate, type WantedNode } from "./choose-node.ts";

const wanted: WantedNode = {
  receiverKind: "bolt11",
  amountSats: sats(10_000n),
  feeLimitSats: sats(200n),
  refusedBy: [],
};
const node = (provider: string, changes: Partial<NodeCandidate> = {}): NodeCandidate => ({
  provider,
  isEnabled: true,
  servesReceiver: true,
  liquiditySats: sats(1_000_000n),
  circuit: "closed",
  ...changes,
});
const bob = node("lnd-bob");

describe("the node of a send", () => {
  it("is the first of the setting", () => {
    expect(chooseNode(wanted, [node("lnd"), bob])).toEqual({
      provider: "lnd",
      reason: "first-choice",
      passedOver: [],
    });
  });

  it.each<readonly [string, Partial<NodeCandidate>]>([
    ["disabled", { isEnabled: false }],
    ["channel-not-served", { servesReceiver: false }],
    ["above-its-most", { liquiditySats: sats(10_199n) }],
    ["circuit-open", { circuit: "open" }],
  ])("is the next one where the first is %s", (obstacle, changes) => {
    expect(chooseNode(wanted, [node("lnd", changes), bob])).toEqual({
      provider: "lnd-bob",
      reason: "first-choice",
      passedOver: [{ provider: "lnd", obstacle }],
    });
  });

  it("passes over nobody behind the one it chose, whatever is wrong with him", () => {
    const open = node("lnd-bob", { circuit: "open" });
    expect(chooseNode(wanted, [node("lnd"), open]).passedOver).toEqual([]);
  });

  it("is the first where it has just enough, or nobody knows how much", () => {
    for (const liquiditySats of [sats(10_200n), null]) {
      expect(chooseNode(wanted, [node("lnd", { liquiditySats }), bob]).provider).toBe("lnd");
    }
    expect(chooseNode(wanted, [node("lnd", { circuit: "probing" }), bob]).reason).toBe("probe");
  });

  it("is one that is short where nobody else is left, and never one that may not or has refused", () => {
    const short = node("lnd", { liquiditySats: sats(0n) });
    expect(chooseNode(wanted, [short, node("lnd-bob", { isEnabled: false })])).toMatchObject({
      provider: "lnd",
      reason: "last-resort",
    });
    const refused = { ...wanted, refusedBy: ["lnd"] };
    expect(chooseNode(refused, [short, bob])).toMatchObject({
      provider: "lnd-bob",
      reason: "fail-over",
    });
    expect(chooseNode(refused, [short])).toEqual({
      provider: null,
      reason: "nobody-fits",
      passedOver: [{ provider: "lnd", obstacle: "refused-before" }],
    });
  });

  it("is always one that may and has not refused", () => {
    const some = fc.record({
      isEnabled: fc.boolean(),
      servesReceiver: fc.boolean(),
      circuit: fc.constantFrom("closed", "open", "probing"),
      hasRefused: fc.boolean(),
      liquidity: fc.option(fc.integer({ min: 0, max: 20_000 })),
    });
    fc.assert(
      fc.property(fc.array(some, { maxLength: 4 }), (drawn) => {
        const candidates = drawn.map(({ liquidity, ...one }, at) =>
          node(`${at}`, {
            ...one,
            liquiditySats: liquidity === null ? null : sats(BigInt(liquidity)),
          }),
        );
        const refusedBy = drawn.flatMap(({ hasRefused }, at) => (hasRefused ? [`${at}`] : []));
        const { provider } = chooseNode({ ...wanted, refusedBy }, candidates);
        const may = candidates.filter(
          (one) => one.isEnabled && one.servesReceiver && !refusedBy.includes(one.provider),
        );
        if (may.length === 0) expect(provider).toBeNull();
        else expect(may.map((one) => one.provider)).toContain(provider);
      }),
    );
  });
});
