import { type Sats, sats } from "@sanu/kernel";
import { unknownBecause } from "../../../ports/call-outcome.ts";
import type { BatchPreparation, PreparedSend } from "../../../ports/send-rail.ts";
import { writeChainKey } from "../../chain-key.ts";
import { destinationMark } from "../../destination-mark.ts";
import { type ChainOrder, changeOf } from "./chain.ts";
import { confirmationsFor } from "./confirmations.ts";
import { judgeBatch, type Paid } from "./judge-signed.ts";
import { writePayload } from "./payload.ts";
import { type ChainDeps, type Signed, signTransaction } from "./sign.ts";

/** One transaction for all. What earlier tries of any of them have put aside is free again first: none of them is stored. */
export async function prepareBatchTransaction(
  deps: ChainDeps,
  orders: readonly ChainOrder[],
): Promise<BatchPreparation> {
  const freed = orders.map(({ key }) => key);
  const [key] = freed;
  if (key === undefined || orders.some(({ replaces }) => replaces !== undefined)) {
    throw new RangeError("A batch pays somebody, and replaces nothing");
  }
  const addresses = new Set(orders.map(({ address }) => address));
  if (addresses.size !== orders.length) throw new RangeError("A batch pays an address once");
  const wanted = { key, freed, payees: orders };
  const said = await signTransaction(deps, wanted, (signed) => judged(deps, orders, signed));
  // The node names nobody.
  return said.kind === "rejected" ? { keys: freed, ...said } : said;
}

function judged(
  { confirmations }: ChainDeps,
  orders: readonly ChainOrder[],
  { rawTransaction, funded }: Signed,
): BatchPreparation {
  const signed = judgeBatch(rawTransaction, funded, { payees: orders, mustSpend: [] });
  if (signed.kind === "wrong") return unknownBecause("unexpected-response");
  if (signed.kind === "too-dear") {
    const keys = signed.at.flatMap((at) => orders[at]?.key ?? []);
    return { kind: "rejected", reason: "no-route", keys };
  }
  const { txid, spends, feeSats, paid } = signed;
  const first = Math.min(...paid.map(({ output }) => output));
  const whole = { feeSats, feeLimitSats: limitOf(orders) };
  const preparedOf = (order: ChainOrder, { output, feeSats: share }: Paid): PreparedSend => ({
    naturalKey: writeChainKey({ txid, output }),
    payload: writePayload({
      rail: "chain",
      rawTransaction,
      feeSats: share,
      changeAt: changeOf(funded),
      confirmations: confirmationsFor(confirmations, order.amountSats),
      batch: { ...whole, isFirst: output === first },
    }),
    spends,
    destinationMark: destinationMark("address", order.address),
  });
  const value = orders.flatMap((order, at) => {
    const own = paid[at];
    return own === undefined ? [] : [preparedOf(order, own)];
  });
  return { kind: "accepted", value };
}

/** As long as all together cost no more, nobody's share is above his own limit. */
function limitOf(orders: readonly ChainOrder[]): Sats {
  const limits = orders.map(({ feeLimitSats }) => feeLimitSats);
  const least = limits.reduce((low, one) => (one < low ? one : low));
  return sats(least * BigInt(orders.length));
}
