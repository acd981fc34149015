import { sats } from "@sanu/kernel";
import { expect, it } from "vitest";
import type { LndAnswer } from "../answer.ts";
import type { LndClient } from "../client.ts";
import { hastened } from "../hastened.fixture.ts";
import { railOver } from "./rail.fixture.ts";

/** A node at a height that calls a transaction of block 462 so deep. */
function statusAt(height: number, num_confirmations: number, payload: string | null = null) {
  const said = (json: object): LndAnswer => ({ kind: "answer", json });
  const call: LndClient["call"] = async ({ path }) =>
    path === "/v1/getinfo"
      ? said({ block_height: height, synced_to_chain: true })
      : said({ ...hastened.payout, num_confirmations });
  const rail = railOver({ call }, [{ fromSats: sats(0n), blocks: 3 }]);
  return rail.status(`chain:${hastened.txid}`, payload);
}

it("a transaction is settled where its depth and the heights both say so", async () => {
  expect(await statusAt(464, 3)).toMatchObject({ kind: "settled", feeSats: 154n });
  expect(await statusAt(470, 9)).toMatchObject({ kind: "settled" });
  // A block came between both answers.
  expect(await statusAt(465, 3)).toMatchObject({ kind: "settled" });
});

it("a transaction is under way where only its depth, or only the heights say that it is deep enough", async () => {
  for (const [height, depth] of [
    [463, 3],
    [461, 6],
    [462, 9_007_199_254_740_991],
    [470, 2],
  ] as const) {
    expect(await statusAt(height, depth)).toEqual({ kind: "in-flight" });
  }
});

it("a transaction costs what was signed, and what its node says only where that is not kept", async () => {
  const kept = {
    rail: "chain",
    rawTransaction: "",
    feeSats: "120",
    changeAt: null,
    confirmations: 3,
  } as const;
  const feeOf = async (payload: object | null) => {
    const text = payload === null ? null : JSON.stringify(payload);
    const status = await statusAt(464, 3, text);
    return status.kind === "settled" && status.feeSats;
  };
  expect(await feeOf(null)).toBe(154n);
  expect(await feeOf(kept)).toBe(120n);
  const batch = { feeSats: "150", feeLimitSats: "600", isFirst: true };
  expect(await feeOf({ ...kept, batch })).toBe(150n);
});
