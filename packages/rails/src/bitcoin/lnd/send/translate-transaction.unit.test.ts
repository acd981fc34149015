import { instant } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { unknownBecause } from "../../../ports/call-outcome.ts";
import type { LndAnswer } from "../answer.ts";
import { hastened, notHastening } from "../hastened.fixture.ts";
import { answerOf, recordedAs } from "../samples/read-samples.fixture.ts";
import * as rows from "../samples/send-rows.fixture.ts";
import { readLiquidity } from "./translate-liquidity.ts";
import {
  readFeeRate,
  readFinal,
  readFunded,
  readHastened,
  readLeases,
  readPublished,
  readTransaction,
  readWholeCost,
  shareOf,
} from "./translate-transaction.ts";

const now = instant("2026-11-23T12:00:00.000000Z");

describe("what a real node said about the chain", () => {
  it.each(rows.fundedRows)("%s", (id, reading) => {
    expect(readFunded(answerOf(id), { isBound: false })).toMatchObject(reading);
  });

  it("is that coins cannot be spent again, whatever its words, where they were named", () => {
    const cannot = { kind: "rejected", reason: "insufficient-balance" };
    expect(readFunded(answerOf("g07-fund-no-fee"), { isBound: true })).toEqual(cannot);
    const silent = readFunded(answerOf("i04-fund-chain-down"), { isBound: true });
    expect(silent).toEqual({ kind: "unknown", cause: "no-response" });
  });

  it.each(rows.publishedRows)("%s", (id, reading) => {
    expect(readPublished(answerOf(id))).toEqual(reading);
  });

  it("is that nobody knows what became of it, where it names an error beside success", () => {
    const json = { publish_error: "no peers" };
    const unclear = unknownBecause("unexpected-response");
    expect(readPublished({ kind: "answer", json })).toEqual(unclear);
  });

  it.each(rows.transactionRows)("%s", (id, reading) => {
    const txid = recordedAs(id).request?.path.split("=")[1] ?? "";
    const expected = { txid, confirmations: 1, now };
    expect(readTransaction(answerOf(id), expected)).toMatchObject(reading);
  });

  it.each(rows.hastenedRows)("%s", (id, reading) => {
    expect(readHastened(answerOf(id))).toEqual(reading);
  });

  it.each(rows.otherRows)("%s", (id, reading) => {
    expect(readFeeRate(answerOf(id))).toEqual(reading);
  });

  it("is not enough with less blocks than its amount needs, and nothing of another transaction", () => {
    const answer = answerOf("g22b-tx-by-id-confirmed");
    const txid = "e4b64d347f0ed136febfbdb56b45c759025d7feb929244baebdff634140f77e4";
    expect(readTransaction(answer, { txid, confirmations: 2, now })).toEqual({ kind: "in-flight" });
    const other = { txid: "ab".repeat(32), confirmations: 1, now };
    expect(readTransaction(answer, other)).toEqual(unknownBecause("unexpected-response"));
  });

  it("is settled in a block alone, at the moment that the node names, or else when it was read", () => {
    const { txid, payout } = hastened;
    const read = (change: object) => {
      const json = { ...payout, ...change };
      return readTransaction({ kind: "answer", json }, { txid, confirmations: 1, now });
    };
    expect(read({ block_height: 0 })).toEqual({ kind: "in-flight" });
    const named = { settledAt: "2026-11-21T07:46:42.000000Z" };
    expect(read({ time_stamp: "1795247202" })).toMatchObject({ settled: named });
    expect(read({ time_stamp: "0" })).toMatchObject({ settled: { settledAt: now } });
    expect(read({ time_stamp: undefined })).toMatchObject({ settled: { settledAt: now } });
    expect(read({ time_stamp: "999999999999" })).toEqual(unknownBecause("unexpected-response"));
  });

  it.each(["g24-reorg", "g24-reorg-with-bitcoind"])("%s: a block that is taken back", (id) => {
    const { steps } = recordedAs(id) as unknown as {
      steps: readonly { tx?: { tx_hash: string } }[];
    };
    const read = steps.flatMap(({ tx }) => {
      if (tx === undefined) return [];
      const expected = { txid: tx.tx_hash, confirmations: 2, now };
      return [readTransaction({ kind: "answer", json: tx }, expected).kind];
    });
    expect(read).toEqual(["in-flight", "in-flight", "deep", "deep"]);
  });

  const costOf = (child: object) => {
    const { txid, payout } = hastened;
    const said = readTransaction({ kind: "answer", json: payout }, { txid, confirmations: 1, now });
    if (said.kind !== "deep") throw new Error("It is not settled");
    const block: LndAnswer = { kind: "answer", json: { transactions: [payout, child] } };
    return readWholeCost(block, said, `${txid}:1`);
  };

  it("costs what the child cost that hastened it, too", () => {
    expect(costOf(hastened.child)).toMatchObject({ kind: "settled", feeSats: 266n });
  });

  it.each(notHastening)("costs nothing more by what %s", (_, change) => {
    expect(costOf({ ...hastened.child, ...change })).toMatchObject({ feeSats: 154n });
  });

  it("costs each who was paid by it his share, by the outputs that are not ours", () => {
    const cost = costOf(hastened.child);
    const shares = [0, 2, 3].map((output) => shareOf(cost, [0, 2, 3], output));
    expect(shares.map((one) => one.kind === "settled" && one.feeSats)).toEqual([89n, 89n, 88n]);
    expect(shareOf(cost, [0, 2, 3], null)).toBe(cost);
    expect(shareOf(cost, [0, 2, 3], 1)).toEqual(unknownBecause("unexpected-response"));
    expect(shareOf({ kind: "in-flight" }, [], 0)).toEqual({ kind: "in-flight" });
  });

  it("has each output once: else nobody knows who bears which share of its fee", () => {
    const { txid, payout } = hastened;
    const [own, change] = payout.output_details;
    const label = `sanu batch:${txid}:1`;
    const read = (output_details: readonly object[]) => {
      const json = { ...payout, label, output_details };
      return readTransaction({ kind: "answer", json }, { txid, confirmations: 1, now }).kind;
    };
    expect(read([own, change])).toBe("deep");
    expect(read([own, own, change])).toBe("unknown");
    expect(read([own, { ...change, output_index: "00" }])).toBe("unknown");
  });

  it("is not settled while nobody says what is in its block", () => {
    expect(costOf({ tx_hash: "rubbish" })).toEqual(unknownBecause("unexpected-response"));
  });

  it("names the coins that are put aside, and what was signed", () => {
    expect(readLeases(answerOf("g09-leases"))).toMatchObject({
      kind: "accepted",
      value: [{ lockId: "7eGaku0yGkcF+KHMzB1PYYJUXUu0+uCL1ZN4Mbfjj5g=" }],
    });
    for (const id of ["g10-finalize", "g10b-finalize-again"]) {
      expect(readFinal(answerOf(id))).toMatchObject({ kind: "accepted" });
    }
  });

  it("holds what it cannot send: in channels whose peer is away, and as change without a block", () => {
    const channel = { active: false, local_balance: "70000", local_chan_reserve_sat: "1000" };
    const channels = { kind: "answer", status: 200, json: { channels: [channel] } } as const;
    const json = {
      total_balance: "900000",
      confirmed_balance: "0",
      reserved_balance_anchor_chan: "10000",
    };
    expect(readLiquidity(channels, { ...channels, json })).toMatchObject({
      nodes: [
        {
          outboundSats: 0n,
          confirmedSats: 0n,
          held: { channelsSats: 70_000n, walletSats: 900_000n },
        },
      ],
    });
  });

  it("can send what its open channels hold above their reserve, and confirmed coins", () => {
    const reading = readLiquidity(answerOf("a05-channels"), answerOf("a03-balance-onchain"));
    const held = { channelsSats: 2_500_000n, walletSats: 23_799_996_920n };
    const sendable = { outboundSats: 2_450_000n, confirmedSats: 23_799_986_920n };
    expect(reading).toEqual({ kind: "liquidity", nodes: [{ account: "node", ...sendable, held }] });
    expect(readLiquidity(unknownBecause("no-response"), answerOf("a03-balance-onchain"))).toEqual(
      unknownBecause("no-response"),
    );
  });

  it("can send nothing that anybody knows where it holds more than there is of bitcoin", () => {
    const most = "2100000000000000";
    const channel = { active: true, local_balance: most, local_chan_reserve_sat: "0" };
    const wallet = answerOf("a03-balance-onchain");
    const readOf = (...channels: readonly object[]) =>
      readLiquidity({ kind: "answer", json: { channels } }, wallet);
    expect(readOf(channel)).toMatchObject({ nodes: [{ outboundSats: BigInt(most) }] });
    expect(readOf(channel, channel).kind).toBe("unknown");
    expect(readOf(channel, { ...channel, active: false }).kind).toBe("unknown");
    expect(readOf({ ...channel, local_balance: "2100000000000001" }).kind).toBe("unknown");
  });
});
