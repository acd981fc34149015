import { createHash } from "node:crypto";
import type { Clock } from "@sanu/kernel";
import { callBudget } from "../../../http/provider-http.ts";
import { type CallOutcome, unknownBecause } from "../../../ports/call-outcome.ts";
import type { Preparation, SendOrder, SendOutcome, SendStatus } from "../../../ports/send-rail.ts";
import { destinationMark } from "../../destination-mark.ts";
import type { LndClient } from "../client.ts";
import { readHeight } from "../translate-receive.ts";
import { base64Of, payoutLabel } from "../units.ts";
import { type Confirmations, confirmationsFor, mostConfirmations } from "./confirmations.ts";
import { type ChainPayload, writePayload } from "./payload.ts";
import {
  type FundedTransaction,
  judgeSigned,
  readFeeRate,
  readFinal,
  readFunded,
  readHastened,
  readLeases,
  readPublished,
  readTransaction,
  readWholeCost,
} from "./translate-transaction.ts";

export const chainLimits = {
  /** lnd itself puts coins aside for ten minutes only; what is stored and not published yet would lose them. */
  leaseSeconds: 86_400,
} as const;

export interface ChainDeps {
  readonly client: LndClient;
  readonly clock: Clock;
  readonly callTimeoutMs: number;
  readonly confirmations: Confirmations;
  /** The fee is such that it should be in a block within so many. */
  readonly targetBlocks: number;
}

export type ChainOrder = Omit<SendOrder, "destination"> & { readonly address: string };

/**
 * Funds and signs a transaction and publishes nothing. What an earlier try of it, or the attempt that it replaces, has put
 * aside is free again first: else the same coins could not be spent.
 */
export async function prepareTransaction(deps: ChainDeps, order: ChainOrder): Promise<Preparation> {
  const { client, callTimeoutMs } = deps;
  const leftMs = callBudget(callTimeoutMs);
  const post = (path: string, body: object) =>
    client.call({ method: "POST", path, body, timeoutMs: leftMs() });
  const get = (path: string) => client.call({ method: "GET", path, timeoutMs: leftMs() });

  const behind = readHeight(await get("/v1/getinfo"));
  if (behind.kind === "unknown") return behind;
  const rate = readFeeRate(await get(`/v2/wallet/estimatefee/${deps.targetBlocks}`));
  if (rate.kind !== "accepted") return rate;
  const freed = await release(post, [order.key, ...(order.replaces ? [order.replaces.key] : [])]);
  if (freed.kind !== "accepted") return freed;
  const isBound = order.replaces !== undefined;
  const answer = await post("/v2/wallet/psbt/fund", fundBody(order, rate.value));
  const funded = readFunded(answer, { isBound });
  if (funded.kind !== "accepted") return funded;
  const final = readFinal(
    await post("/v2/wallet/psbt/finalize", { funded_psbt: funded.value.psbt }),
  );
  if (final.kind !== "accepted") return final;
  const prepared = judged(deps, order, { funded: funded.value, rawTransaction: final.value });
  if (prepared.kind !== "accepted") await release(post, [order.key]);
  return prepared;
}

type Post = (path: string, body: object) => ReturnType<LndClient["call"]>;

async function release(post: Post, keys: readonly string[]): Promise<CallOutcome<null, never>> {
  const leases = readLeases(await post("/v2/wallet/utxos/leases", {}));
  if (leases.kind !== "accepted") return leases;
  const lockIds = new Set(keys.map(lockIdOf));
  for (const { lockId, outpoint } of leases.value.filter((one) => lockIds.has(one.lockId))) {
    const body = { id: lockId, outpoint: outpointOf(outpoint) };
    const answer = await post("/v2/wallet/utxos/release", body);
    if (answer.kind === "unknown") return answer;
  }
  return { kind: "accepted", value: null };
}

function fundBody({ key, address, amountSats, replaces }: ChainOrder, satPerKw: bigint) {
  const inputs = replaces === undefined ? {} : { inputs: replaces.spends.map(outpointOf) };
  return {
    raw: { outputs: { [address]: amountSats.toString() }, ...inputs },
    sat_per_kw: satPerKw.toString(),
    min_confs: 1,
    change_type: "CHANGE_ADDRESS_TYPE_P2TR",
    custom_lock_id: lockIdOf(key),
    lock_expiration_seconds: chainLimits.leaseSeconds.toString(),
  };
}

/** 32 bytes in base64, from the order's key: so its own coins are found again behind any crash. */
function lockIdOf(key: string): string {
  return createHash("sha256").update(`sanu/lock/${key}`).digest("base64");
}

function outpointOf(outpoint: string) {
  const [txid = "", index = ""] = outpoint.split(":");
  return { txid_str: txid, output_index: Number(index) };
}

function judged(
  { confirmations }: ChainDeps,
  order: ChainOrder,
  given: { readonly funded: FundedTransaction; readonly rawTransaction: string },
): Preparation {
  const { rawTransaction, funded } = given;
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
        changeAt: funded.changeAt < 0 ? null : funded.changeAt,
        confirmations: confirmationsFor(confirmations, order.amountSats),
      };
      return {
        kind: "accepted",
        value: {
          naturalKey: `chain:${txid}`,
          payload: writePayload(payload),
          spends,
          destinationMark: destinationMark("address", order.address),
        },
      };
    }
  }
}

/** The same transaction may be published again at any time, also once it is in a block. */
export async function publish(
  { client, callTimeoutMs: timeoutMs }: ChainDeps,
  { rawTransaction, feeSats }: ChainPayload,
  { txid, feeLimitSats }: { readonly txid: string; readonly feeLimitSats: bigint },
): Promise<SendOutcome> {
  if (feeSats > feeLimitSats) return { kind: "rejected", reason: "no-route" };
  const body = { tx_hex: base64Of(rawTransaction), label: `${payoutLabel}${txid}` };
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
  const txid = naturalKey.slice(naturalKey.indexOf(":") + 1);
  const confirmations = payload?.confirmations ?? mostConfirmations(table);
  const expected = { txid, confirmations, now: clock.now() };
  const said = readTransaction(await get(`/v2/wallet/tx?txid=${txid}`), expected);
  if (said.kind !== "deep") return said;
  const height = readHeight(await get("/v1/getinfo"));
  if (height.kind === "unknown") return { kind: "in-flight" };
  const changeAt = payload?.changeAt ?? null;
  if (changeAt === null) return said.settled;
  const block = `start_height=${said.height}&end_height=${said.height}`;
  return readWholeCost(await get(`/v1/transactions?${block}`), said, `${txid}:${changeAt}`);
}

/** A child that spends our change pays for both, within what the order's limit leaves; asked again, the node bids higher. */
export async function hasten(
  { client, callTimeoutMs: timeoutMs, targetBlocks }: ChainDeps,
  { changeAt, feeSats }: ChainPayload,
  { txid, feeLimitSats }: { readonly txid: string; readonly feeLimitSats: bigint },
): Promise<CallOutcome<null, never>> {
  const budgetSats = feeLimitSats - feeSats;
  if (changeAt === null || budgetSats < 1n) return { kind: "accepted", value: null };
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
