import type { Xof } from "@sanu/kernel";
import type { ProviderHttp } from "../../http/provider-http.ts";
import type { CallOutcome } from "../../ports/call-outcome.ts";
import { type OutKind, readKnown, readPlaced } from "./translate-payout.ts";

interface OutOrder {
  readonly key: string;
  readonly amountXof: Xof;
  readonly body: object;
  /** How long all of it may still take. */
  readonly left: () => number;
}

const paths = { depositId: "deposits", payoutId: "payouts", refundId: "refunds" } as const;
type Collection = (typeof paths)[keyof typeof paths];

/** Orders money out; an id that was known before is read, and is the same order. */
export async function place<Failure extends string>(
  http: ProviderHttp,
  { key, amountXof, body, left }: OutOrder,
  kind: OutKind<Failure>,
): Promise<CallOutcome<null, Failure>> {
  const path = paths[kind.name];
  const request = { method: "POST", path: `/v2/${path}`, body, timeoutMs: left() } as const;
  const placed = readPlaced(await http.call(request), key, kind);
  if (placed.kind !== "duplicate") return placed;
  return readKnown(await read(http, path, key, left()), { key, amountXof }, kind);
}

export function read(http: ProviderHttp, of: Collection, key: string, timeoutMs?: number) {
  return http.call({ method: "GET", path: `/v2/${of}/${encodeURIComponent(key)}`, timeoutMs });
}
