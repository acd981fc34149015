import { sats } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { unknownBecause } from "../../../ports/call-outcome.ts";
import type { BatchPreparation, SendOrder } from "../../../ports/send-rail.ts";
import { destinationMark } from "../../destination-mark.ts";
import type { LndAnswer } from "../answer.ts";
import type { LndClient, LndRequest } from "../client.ts";
import { answerOf } from "../samples/read-samples.fixture.ts";
import { railOver } from "./rail.fixture.ts";
import { type Sketch, signed } from "./sketch.fixture.ts";

const change = "bcrt1p29sv002u4mcypt2py7l9q0rv053rsut0cjs0rtsm7qdm8pexxhgsgclxu8";
const addresses = [
  "bcrt1qlnzt5xjdpgdwutx3jnfrh96ra56r4ct4ud5hkw",
  "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080",
  "bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry",
];
const orders = addresses.map(
  (canonical, at): SendOrder => ({
    key: `order-${at}`,
    destination: { kind: "onchain", canonical } as SendOrder["destination"],
    amountSats: sats(at === 0 ? 2_000_000n : 10_000n),
    feeLimitSats: sats(200n + BigInt(at)),
  }),
);
const orderAt = (at: number) => orders[at] ?? expect.fail("There are three");
const coin = `${"ab".repeat(32)}:1`;
const paying = (feeSats: bigint): Sketch => {
  const paid = orders.map(
    ({ destination, amountSats }) => [destination.canonical, amountSats] as const,
  );
  return { spends: [coin], pays: [[change, 3_000_000n - 2_020_000n - feeSats], ...paid] };
};
const json = (body: object): LndAnswer => ({ kind: "answer", json: body });
const lockOf = (id: string) => ({
  id,
  outpoint: { txid_str: "ab".repeat(32), output_index: 1 },
  value: "3000000",
});

/** A node that signs what it is told to, and keeps every coin that it was ever asked for. */
function nodeOf(sketch: Sketch, answers: Readonly<Record<string, LndAnswer>> = {}) {
  const asked: LndRequest[] = [];
  const locks = new Set<string>();
  const bodiesTo = (path: string) =>
    asked.filter((one) => one.path === path).map(({ body }) => body);
  const answer = ({ path, body }: LndRequest): LndAnswer => {
    const own = answers[path];
    if (own !== undefined) return own;
    switch (path) {
      case "/v1/getinfo":
        return answerOf("a01-getinfo");
      case "/v2/wallet/utxos/leases":
        return json({ locked_utxos: [...locks].map(lockOf) });
      case "/v2/wallet/psbt/fund": {
        const { custom_lock_id: id } = body as { readonly custom_lock_id: string };
        locks.add(id);
        return json({ funded_psbt: "p", change_output_index: 0, locked_utxos: [lockOf(id)] });
      }
      case "/v2/wallet/utxos/release":
        locks.delete((body as { readonly id: string }).id);
        return json({});
      case "/v2/wallet/psbt/finalize":
        return json({ raw_final_tx: Buffer.from(signed(sketch), "hex").toString("base64") });
      case "/v2/wallet/bumpfee":
        return json({ status: "" });
      default:
        return path.includes("estimatefee")
          ? json({ sat_per_kw: "250" })
          : json({ publish_error: "" });
    }
  };
  const call: LndClient["call"] = async (request) => {
    asked.push(request);
    return answer(request);
  };
  const rail = railOver({ call }, [
    { fromSats: sats(0n), blocks: 2 },
    { fromSats: sats(1_000_000n), blocks: 3 },
  ]);
  const prepare = async (of = orders): Promise<BatchPreparation> => {
    if (rail.prepareBatch === undefined) throw new Error("It pays one at a time");
    return rail.prepareBatch(of);
  };
  return { rail, prepare, bodiesTo, locks };
}

async function preparedBy(node: ReturnType<typeof nodeOf>) {
  const offered = await node.prepare();
  if (offered.kind !== "accepted") throw new Error(`It is ${offered.kind}`);
  return offered.value;
}

describe("a transaction for several payouts", () => {
  it("pays all of them, and each is known by its own output, share and depth", async () => {
    const node = nodeOf(paying(500n));
    const prepared = await preparedBy(node);

    const [funded] = node.bodiesTo("/v2/wallet/psbt/fund");
    expect(funded).toMatchObject({ raw: { outputs: { [addresses[0] ?? ""]: "2000000" } } });
    expect(prepared.map(({ naturalKey }) => naturalKey.split(":").slice(2))).toEqual([
      ["1"],
      ["2"],
      ["3"],
    ]);
    expect(new Set(prepared.map(({ naturalKey }) => naturalKey.split(":")[1])).size).toBe(1);
    expect(prepared.every(({ spends }) => spends?.[0] === coin)).toBe(true);
    const payloads = prepared.map(({ payload }) => JSON.parse(payload));
    const batch = { feeSats: "500", feeLimitSats: "600" };
    expect(payloads).toMatchObject([
      { feeSats: "167", confirmations: 3, changeAt: 0, batch: { ...batch, isFirst: true } },
      { feeSats: "167", confirmations: 2, batch: { ...batch, isFirst: false } },
      { feeSats: "166", confirmations: 2, batch: { ...batch, isFirst: false } },
    ]);
  });

  it("marks whom it pays as a send to the same address alone would", async () => {
    const prepared = await preparedBy(nodeOf(paying(500n)));
    expect(prepared.map((one) => one.destinationMark)).toEqual(
      addresses.map((address) => destinationMark("address", address)),
    );
  });

  it("costs nobody more than the smallest limit, in whatever order they are paid", async () => {
    const offered = await nodeOf(paying(500n)).prepare(orders.toReversed());
    if (offered.kind !== "accepted") throw new Error(`It is ${offered.kind}`);
    const limits = offered.value.map(({ payload }) => JSON.parse(payload).batch.feeLimitSats);
    expect(limits).toEqual(["600", "600", "600"]);
  });

  it("is asked of no node where it would pay nobody, an address twice, or in place of another", async () => {
    const [one, two] = [orderAt(0), orderAt(1)];
    const instead = { ...two, replaces: { key: "earlier", spends: [coin] } };
    for (const refused of [[], [one, { ...two, destination: one.destination }], [one, instead]]) {
      const node = nodeOf(paying(500n));
      await expect(node.prepare(refused)).rejects.toThrow(RangeError);
      expect(node.bodiesTo("/v2/wallet/psbt/fund")).toEqual([]);
    }
  });

  it("is published under one label, whoever of them does it", async () => {
    const node = nodeOf(paying(500n));
    const prepared = await preparedBy(node);
    for (const [at, one] of prepared.entries()) {
      const { amountSats, feeLimitSats } = orderAt(at);
      const sent = await node.rail.send({ prepared: one, amountSats, feeLimitSats });
      expect(sent).toEqual({ kind: "accepted", value: { kind: "in-flight" } });
    }
    const [first, ...others] = node.bodiesTo("/v2/wallet/tx");
    const txid = prepared[0]?.naturalKey.split(":")[1];
    expect(first).toMatchObject({ label: `sanu batch:${txid}:0` });
    expect(others).toEqual([first, first]);
  });

  it("is hastened once for all, by what the smallest of their limits leaves to each", async () => {
    const node = nodeOf(paying(500n));
    const prepared = await preparedBy(node);
    for (const [at, one] of prepared.entries()) {
      const { amountSats, feeLimitSats } = orderAt(at);
      await node.rail.hasten?.({ prepared: one, amountSats, feeLimitSats });
    }
    expect(node.bodiesTo("/v2/wallet/bumpfee")).toMatchObject([{ budget: "100" }]);
  });

  it("names whose share is too dear, and puts no coin aside for it any more", async () => {
    const node = nodeOf(paying(601n));
    expect(await node.prepare()).toEqual({
      kind: "rejected",
      reason: "no-route",
      keys: ["order-0"],
    });
    expect(node.locks.size).toBe(0);
  });

  it("names all of them where the node names nobody", async () => {
    for (const id of ["g06-fund-dust", "g03-fund-insufficient"]) {
      const node = nodeOf(paying(500n), { "/v2/wallet/psbt/fund": answerOf(id) });
      expect(await node.prepare()).toMatchObject({ keys: ["order-0", "order-1", "order-2"] });
    }
  });

  it("names whose address is on another network, and asks the node nothing", async () => {
    const [one, two] = [orderAt(0), orderAt(1)];
    const canonical = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
    const foreign = { ...two, destination: { ...two.destination, canonical } };
    const node = nodeOf(paying(500n));
    expect(await node.prepare([one, foreign])).toMatchObject({ keys: ["order-1"] });
    expect(node.bodiesTo("/v1/getinfo")).toEqual([]);
  });

  it("is unknown where the node signed something else, and its coins are free again", async () => {
    const node = nodeOf({ spends: [coin], pays: [[change, 2_999_000n]] });
    expect(await node.prepare()).toEqual(unknownBecause("unexpected-response"));
    expect(node.locks.size).toBe(0);
  });

  it("frees first what an earlier try for any of them has put aside", async () => {
    const node = nodeOf(paying(500n));
    await node.prepare(orders.slice(1)).catch(() => undefined);
    await node.prepare();
    await node.prepare(orders.toReversed());
    expect(node.locks.size).toBe(1);
  });
});
