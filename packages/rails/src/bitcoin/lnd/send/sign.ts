import { createHash } from "node:crypto";
import type { Clock, Sats } from "@sanu/kernel";
import { callBudget } from "../../../http/provider-http.ts";
import type { CallOutcome, Unknown } from "../../../ports/call-outcome.ts";
import type { SendFailure } from "../../../ports/send-rail.ts";
import type { LndClient } from "../client.ts";
import { readHeight } from "../translate-receive.ts";
import type { Confirmations } from "./confirmations.ts";
import {
  type FundedTransaction,
  readFeeRate,
  readFinal,
  readFunded,
  readLeases,
} from "./translate-transaction.ts";

const chainLimits = {
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

export interface ToSign {
  /** Under which its coins are put aside. */
  readonly key: string;
  /** Whose coins are free again first: else they could not be spent. */
  readonly freed: readonly string[];
  readonly payees: readonly { readonly address: string; readonly amountSats: Sats }[];
  /** Coins that it has to spend. */
  readonly spends?: readonly string[] | undefined;
}

export interface Signed {
  readonly rawTransaction: string;
  readonly funded: FundedTransaction;
}

type Judged = { readonly kind: "accepted" } | { readonly kind: "rejected" } | Unknown;

/**
 * Funds and signs a transaction and publishes nothing. What `judge` does not accept is forgotten, and its coins are free
 * again.
 */
export async function signTransaction<Said extends Judged>(
  { client, callTimeoutMs, targetBlocks }: ChainDeps,
  wanted: ToSign,
  judge: (signed: Signed) => Said,
): Promise<Said | Exclude<CallOutcome<never, SendFailure>, { readonly kind: "accepted" }>> {
  const leftMs = callBudget(callTimeoutMs);
  const post = (path: string, body: object) =>
    client.call({ method: "POST", path, body, timeoutMs: leftMs() });
  const get = (path: string) => client.call({ method: "GET", path, timeoutMs: leftMs() });

  const behind = readHeight(await get("/v1/getinfo"));
  if (behind.kind === "unknown") return behind;
  const rate = readFeeRate(await get(`/v2/wallet/estimatefee/${targetBlocks}`));
  if (rate.kind !== "accepted") return rate;
  const freed = await release(post, wanted.freed);
  if (freed.kind !== "accepted") return freed;
  const isBound = wanted.spends !== undefined;
  const answer = await post("/v2/wallet/psbt/fund", fundBody(wanted, rate.value));
  const funded = readFunded(answer, { isBound });
  if (funded.kind !== "accepted") return funded;
  const final = readFinal(
    await post("/v2/wallet/psbt/finalize", { funded_psbt: funded.value.psbt }),
  );
  if (final.kind !== "accepted") return final;
  const said = judge({ rawTransaction: final.value, funded: funded.value });
  if (said.kind !== "accepted") await release(post, [wanted.key]);
  return said;
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

function fundBody({ key, payees, spends }: ToSign, satPerKw: bigint) {
  const inputs = spends === undefined ? {} : { inputs: spends.map(outpointOf) };
  const amounts = payees.map(
    ({ address, amountSats }) => [address, amountSats.toString()] as const,
  );
  const outputs: Readonly<Record<string, string>> = Object.fromEntries(amounts);
  return {
    raw: { outputs, ...inputs },
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
