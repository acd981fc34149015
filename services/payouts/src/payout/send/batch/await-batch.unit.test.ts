import { describe, expect, it } from "vitest";
import { awaitsBatch } from "./await-batch.ts";

const fresh = { attemptNumber: 1, calledAt: null, lastError: null };
const onchain = { receiverKind: "onchain" } as const;
const node = { prepareBatch: async () => ({ kind: "accepted", value: [] }) as const };
const terms = { payoutsMax: 2, waitMs: 1_000 };
const now = "2026-11-23T12:00:00.000000Z" as never;

describe("a payout waits for others", () => {
  it("when it goes on chain, nobody has tried it yet, and its node can pay several at once", () => {
    expect(awaitsBatch(fresh, onchain, node, terms)).toBe(true);
  });

  it.each<readonly [string, Parameters<typeof awaitsBatch>]>([
    [
      "where each has a transaction of its own",
      [fresh, onchain, node, { ...terms, payoutsMax: 1 }],
    ],
    ["where it goes over Lightning", [fresh, { receiverKind: "bolt11" }, node, terms]],
    ["where its node pays one at a time", [fresh, onchain, {}, terms]],
    ["where it is another attempt", [{ ...fresh, attemptNumber: 2 }, onchain, node, terms]],
    ["where it was held up before", [{ ...fresh, lastError: "goes-alone" }, onchain, node, terms]],
    ["where it has waited before", [{ ...fresh, lastError: "awaits-batch" }, onchain, node, terms]],
    ["where it was called", [{ ...fresh, calledAt: now }, onchain, node, terms]],
  ])("not %s", (_, given) => {
    expect(awaitsBatch(...given)).toBe(false);
  });
});
