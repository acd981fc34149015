import { hexToBytes } from "@noble/hashes/utils.js";
import { instant, sats } from "@sanu/kernel";
import { Address, OutScript, TEST_NETWORK, Transaction } from "@scure/btc-signer";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unknownBecause } from "../../../ports/call-outcome.ts";
import type { LndAnswer } from "../answer.ts";
import { hastened, notHastening } from "../hastened.fixture.ts";
import { answerOf, recordedAs } from "../samples/read-samples.fixture.ts";
import * as rows from "../samples/send-rows.fixture.ts";
import { readLiquidity } from "./translate-liquidity.ts";
import {
  judgeSigned,
  readFeeRate,
  readFinal,
  readFunded,
  readHastened,
  readLeases,
  readPublished,
  readTransaction,
  readWholeCost,
  type WantedTransaction,
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

  it("can send what its open channels hold above their reserve, and confirmed coins", () => {
    const reading = readLiquidity(answerOf("a05-channels"), answerOf("a03-balance-onchain"));
    const nodes = [{ account: "node", outboundSats: 2_450_000n, confirmedSats: 23_799_986_920n }];
    expect(reading).toEqual({ kind: "liquidity", nodes });
    expect(readLiquidity(unknownBecause("no-response"), answerOf("a03-balance-onchain"))).toEqual(
      unknownBecause("no-response"),
    );
  });
});

const regtest = { ...TEST_NETWORK, bech32: "bcrt" };
const address = "bcrt1qlnzt5xjdpgdwutx3jnfrh96ra56r4ct4ud5hkw";
const change = "bcrt1p29sv002u4mcypt2py7l9q0rv053rsut0cjs0rtsm7qdm8pexxhgsgclxu8";
const amountSats = sats(50_000n);
const feeLimitSats = sats(1_000n);
const coin = { lockId: "own", outpoint: `${"ab".repeat(32)}:1`, valueSats: 90_000n };
const other = { ...coin, outpoint: `${"cd".repeat(32)}:0` };
const wanted: WantedTransaction = { address, amountSats, feeLimitSats, mustSpend: [] };

interface Sketch {
  readonly spends: readonly string[];
  readonly pays: readonly (readonly [string, bigint])[];
}

function signed({ spends, pays }: Sketch): string {
  const transaction = new Transaction({ allowUnknownOutputs: true });
  for (const outpoint of spends) {
    const [txid = "", index = ""] = outpoint.split(":");
    transaction.addInput({ txid: hexToBytes(txid), index: Number(index) });
  }
  for (const [to, amount] of pays) {
    transaction.addOutput({ script: OutScript.encode(Address(regtest).decode(to)), amount });
  }
  return Buffer.from(transaction.unsignedTx).toString("hex");
}

const good: Sketch = {
  spends: [coin.outpoint],
  pays: [
    [address, 50_000n],
    [change, 39_500n],
  ],
};
const judge = (sketch: Sketch, funded = { coins: [coin], changeAt: 1 }, want = wanted) =>
  judgeSigned(signed(sketch), funded, want);

describe("a transaction that the node signed", () => {
  it("is ours where it pays the receiver exactly, and us the rest", () => {
    expect(judge(good)).toMatchObject({ kind: "signed", feeSats: 500n, spends: [coin.outpoint] });
    const exact: Sketch = { ...good, pays: [[address, 50_000n]] };
    const coins = [{ ...coin, valueSats: 50_700n }];
    expect(judge(exact, { coins, changeAt: -1 })).toMatchObject({ kind: "signed", feeSats: 700n });
  });

  it.each<readonly [string, Sketch]>([
    [
      "too little",
      {
        ...good,
        pays: [
          [address, 49_999n],
          [change, 39_501n],
        ],
      },
    ],
    [
      "too much",
      {
        ...good,
        pays: [
          [address, 50_001n],
          [change, 39_499n],
        ],
      },
    ],
    [
      "twice",
      {
        ...good,
        pays: [
          [address, 50_000n],
          [address, 39_500n],
        ],
      },
    ],
    [
      "somebody else",
      {
        ...good,
        pays: [
          [change, 50_000n],
          [change, 39_500n],
        ],
      },
    ],
    ["a third one besides", { ...good, pays: [...good.pays, [change, 100n]] }],
    ["out of a coin that was not put aside", { ...good, spends: [other.outpoint] }],
    ["out of another coin besides", { ...good, spends: [coin.outpoint, other.outpoint] }],
    [
      "more than its coins are worth",
      {
        ...good,
        pays: [
          [address, 50_000n],
          [change, 40_001n],
        ],
      },
    ],
  ])("is nothing where it pays %s", (_, sketch) => {
    expect(judge(sketch)).toEqual({ kind: "wrong" });
  });

  it("is nothing where what the node calls change is the receiver's, or it is no transaction", () => {
    expect(judge(good, { coins: [coin], changeAt: 0 })).toEqual({ kind: "wrong" });
    expect(judgeSigned("00", { coins: [coin], changeAt: 1 }, wanted)).toEqual({ kind: "wrong" });
  });

  it("is too dear above what its order allows", () => {
    const dear: Sketch = {
      ...good,
      pays: [
        [address, 50_000n],
        [change, 38_999n],
      ],
    };
    expect(judge(dear)).toEqual({ kind: "too-dear" });
    const bound: Sketch = {
      ...good,
      pays: [
        [address, 50_000n],
        [change, 39_000n],
      ],
    };
    expect(judge(bound)).toMatchObject({ kind: "signed", feeSats: 1_000n });
  });

  it("spends again what the one that it replaces spends: only one of them can ever be in a block", () => {
    const outpoints = fc.uniqueArray(fc.integer({ min: 0, max: 5 }), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(outpoints, outpoints, (before, now) => {
        const named = (at: number) => `${"ab".repeat(32)}:${at}`;
        const coins = now.map((at) => ({ ...coin, outpoint: named(at), valueSats: 60_000n }));
        const rest = 60_000n * BigInt(now.length) - 50_500n;
        const sketch: Sketch = {
          spends: now.map(named),
          pays: [
            [address, 50_000n],
            [change, rest],
          ],
        };
        const want = { ...wanted, mustSpend: before.map(named) };
        const isReplacement = judge(sketch, { coins, changeAt: 1 }, want).kind === "signed";
        expect(isReplacement).toBe(before.every((at) => now.includes(at)));
      }),
    );
  });
});
