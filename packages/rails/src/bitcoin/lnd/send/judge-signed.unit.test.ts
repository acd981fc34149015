import { sats } from "@sanu/kernel";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeBatch, judgeSigned, type WantedTransaction } from "./judge-signed.ts";
import { type Sketch, signed } from "./sketch.fixture.ts";

const address = "bcrt1qlnzt5xjdpgdwutx3jnfrh96ra56r4ct4ud5hkw";
const change = "bcrt1p29sv002u4mcypt2py7l9q0rv053rsut0cjs0rtsm7qdm8pexxhgsgclxu8";
const amountSats = sats(50_000n);
const feeLimitSats = sats(1_000n);
const coin = { lockId: "own", outpoint: `${"ab".repeat(32)}:1`, valueSats: 90_000n };
const other = { ...coin, outpoint: `${"cd".repeat(32)}:0` };
const wanted: WantedTransaction = { address, amountSats, feeLimitSats, mustSpend: [] };

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

  it("is nothing where what the node calls change is in no output: what is there is somebody else's", () => {
    expect(judge(good, { coins: [coin], changeAt: 2 })).toEqual({ kind: "wrong" });
    const exact: Sketch = { ...good, pays: [[address, 50_000n]] };
    const coins = [{ ...coin, valueSats: 50_700n }];
    expect(judge(exact, { coins, changeAt: 1 })).toEqual({ kind: "wrong" });
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

const payees = [
  "bcrt1qlnzt5xjdpgdwutx3jnfrh96ra56r4ct4ud5hkw",
  "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080",
  "bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry",
].map((to, at) => ({ address: to, amountSats: sats(10_000n + BigInt(at)), feeLimitSats }));

describe("a transaction that pays several", () => {
  const paying = (sum: bigint, order = [0, 1, 2, 3]): Sketch => {
    const paid = payees.map(({ address: to, amountSats: amount }) => [to, amount] as const);
    const outputs = [...paid, [change, 90_000n - 30_003n - sum] as const];
    return { spends: [coin.outpoint], pays: order.flatMap((at) => [outputs[at] ?? [change, 0n]]) };
  };
  const judged = (sketch: Sketch, changeAt = 3, of = payees) =>
    judgeBatch(signed(sketch), { coins: [coin], changeAt }, { payees: of, mustSpend: [] });

  it("names the output and the share of each, which are the whole fee together", () => {
    expect(judged(paying(500n, [2, 3, 0, 1]), 1)).toMatchObject({
      kind: "signed",
      feeSats: 500n,
      paid: [
        { output: 2, feeSats: 167n },
        { output: 3, feeSats: 166n },
        { output: 0, feeSats: 167n },
      ],
    });
  });

  it("is nothing where somebody is missing, paid otherwise or paid besides", () => {
    const [one, two, three] = payees;
    if (!one || !two || !three) throw new Error("There are three");
    expect(judged(paying(500n), 3, [one, two])).toEqual({ kind: "wrong" });
    const other = { ...three, amountSats: sats(three.amountSats + 1n) };
    expect(judged(paying(500n), 3, [one, two, other])).toEqual({ kind: "wrong" });
    expect(judged(paying(500n), 2)).toEqual({ kind: "wrong" });
    expect(judged(paying(500n), 3, [one, one, two, three])).toEqual({ kind: "wrong" });
  });

  it("names those whose share is above what their orders allow", () => {
    const small = payees.map((payee, at) => ({
      ...payee,
      feeLimitSats: sats(at === 1 ? 166n : 167n),
    }));
    expect(judged(paying(500n), 3, small)).toEqual({ kind: "too-dear", at: [1] });
    expect(judged(paying(499n), 3, small)).toMatchObject({ kind: "signed" });
  });
});
