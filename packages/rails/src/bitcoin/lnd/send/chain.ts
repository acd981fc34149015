import { callBudget } from "../../../http/provider-http.ts";
import { type CallOutcome, unknownBecause } from "../../../ports/call-outcome.ts";
import type { Preparation, SendOrder, SendOutcome, SendStatus } from "../../../ports/send-rail.ts";
import { readChainKey, writeChainKey } from "../../chain-key.ts";
import { destinationMark } from "../../destination-mark.ts";
import { readHeight } from "../translate-receive.ts";
import { base64Of, labelOfBatch, payoutLabel } from "../units.ts";
import { confirmationsFor, mostConfirmations } from "./confirmations.ts";
import { judgeSigned } from "./judge-signed.ts";
import { type ChainPayload, writePayload } from "./payload.ts";
import { type ChainDeps, type Signed, signTransaction } from "./sign.ts";
import {
  readHastened,
  readPublished,
  readTransaction,
  readWholeCost,
  shareOf,
} from "./translate-transaction.ts";

export type ChainOrder = Omit<SendOrder, "destination"> & { readonly address: string };

/** What an earlier try of it, or the attempt that it replaces, has put aside is free again first. */
export function prepareTransaction(deps: ChainDeps, order: ChainOrder): Promise<Preparation> {
  const { key, replaces } = order;
  const freed = [key, ...(replaces ? [replaces.key] : [])];
  const wanted = { key, freed, payees: [order], spends: replaces?.spends };
  return signTransaction<Preparation>(deps, wanted, (signed) => judged(deps, order, signed));
}

function judged(
  { confirmations }: ChainDeps,
  order: ChainOrder,
  { rawTransaction, funded }: Signed,
): Preparation {
  const wanted = { ...order, mustSpend: order.replaces?.spends ?? [] };
  const signed = judgeSigned(rawTransaction, funded, wanted);
  switch (signed.kind) {
    case "wrong":
      return unknownBecause("unexpected-response");
    case "too-dear":
      return { kind: "rejected", reason: "no-route" };
    case "signed": {
      const { txid, feeSats, spends } = signed;
      const payload: ChainPayload = {
        rail: "chain",
        rawTransaction,
        feeSats,
        changeAt: changeOf(funded),
        confirmations: confirmationsFor(confirmations, order.amountSats),
      };
      return {
        kind: "accepted",
        value: {
          naturalKey: writeChainKey({ txid, output: null }),
          payload: writePayload(payload),
          spends,
          destinationMark: destinationMark("address", order.address),
        },
      };
    }
  }
}

export function changeOf({ changeAt }: Signed["funded"]): number | null {
  return changeAt < 0 ? null : changeAt;
}

/** The same transaction may be published again at any time, also once it is in a block. */
export async function publish(
  { client, callTimeoutMs: timeoutMs }: ChainDeps,
  { rawTransaction, feeSats, changeAt, batch }: ChainPayload,
  { txid, feeLimitSats }: { readonly txid: string; readonly feeLimitSats: bigint },
): Promise<SendOutcome> {
  if (feeSats > feeLimitSats) return { kind: "rejected", reason: "no-route" };
  const label = batch === undefined ? `${payoutLabel}${txid}` : labelOfBatch(txid, changeAt);
  const body = { tx_hex: base64Of(rawTransaction), label };
  return readPublished(
    await client.call({ method: "POST", path: "/v2/wallet/tx", body, timeoutMs }),
  );
}

export async function transactionStatus(
  { client, clock, callTimeoutMs, confirmations: table }: ChainDeps,
  naturalKey: string,
  payload: ChainPayload | null,
): Promise<SendStatus> {
  const leftMs = callBudget(callTimeoutMs);
  const get = (path: string) => client.call({ method: "GET", path, timeoutMs: leftMs() });
  const { txid, output } = readChainKey(naturalKey);
  const confirmations = payload?.confirmations ?? mostConfirmations(table);
  const expected = { txid, confirmations, now: clock.now() };
  const said = readTransaction(await get(`/v2/wallet/tx?txid=${txid}`), expected);
  if (said.kind !== "deep") return said;
  // What was signed costs what we read in it, whatever its node says of it.
  const feeSats = payload?.batch?.feeSats ?? payload?.feeSats ?? said.settled.feeSats;
  const settled = { ...said.settled, feeSats };
  const top = readHeight(await get("/v1/getinfo"));
  if (top.kind === "unknown" || top.height - said.height + 1 < confirmations) {
    return { kind: "in-flight" };
  }
  const changeAt = payload?.changeAt ?? null;
  if (changeAt === null) return shareOf(settled, said.paidAt, output);
  const block = `start_height=${said.height}&end_height=${said.height}`;
  const listed = await get(`/v1/transactions?${block}`);
  const cost = readWholeCost(listed, { ...said, settled }, `${txid}:${changeAt}`);
  return shareOf(cost, said.paidAt, output);
}

/** A child that spends our change pays for both, within what the order's limit leaves, or all limits of a batch; asked again, the node bids higher. */
export async function hasten(
  { client, callTimeoutMs: timeoutMs, targetBlocks }: ChainDeps,
  { changeAt, feeSats, batch }: ChainPayload,
  { txid, feeLimitSats }: { readonly txid: string; readonly feeLimitSats: bigint },
): Promise<CallOutcome<null, never>> {
  const budgetSats =
    batch === undefined ? feeLimitSats - feeSats : batch.feeLimitSats - batch.feeSats;
  const isOthers = batch?.isFirst === false;
  if (changeAt === null || isOthers || budgetSats < 1n) return { kind: "accepted", value: null };
  const body = {
    outpoint: { txid_str: txid, output_index: changeAt },
    target_conf: targetBlocks,
    budget: budgetSats.toString(),
    immediate: true,
  };
  const answer = await client.call({
    method: "POST",
    path: "/v2/wallet/bumpfee",
    body,
    timeoutMs,
  });
  return readHastened(answer);
}
