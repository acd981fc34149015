import type { Xof } from "@sanu/kernel";
import type { ProviderHttp } from "../../http/provider-http.ts";
import type { CallOutcome } from "../../ports/call-outcome.ts";
import type { DisburseAccepted, DisburseFailure } from "../../ports/disburse-rail.ts";
import { readRecorded, readRefusedStart, readStarted } from "./translate-payout.ts";

export interface WantedPayout {
  readonly key: string;
  readonly amountXof: Xof;
  readonly kind: "refund" | "disbursement";
  readonly description: string;
  readonly mode: string | null;
  readonly customer: object;
  /** How long all of it may still take. */
  readonly left: () => number;
}

/**
 * Records a payout and starts it. What lies between the two steps is not healed: a payout that was recorded and whose
 * start is unknown is asked about, and never started a second time.
 */
export async function payOut(
  http: ProviderHttp,
  wanted: WantedPayout,
): Promise<CallOutcome<DisburseAccepted, DisburseFailure>> {
  const { key, amountXof, kind, description, mode, customer, left } = wanted;
  const body = {
    amount: Number(amountXof),
    currency: { iso: "XOF" },
    ...(mode !== null && { mode }),
    customer,
    description,
    merchant_reference: key,
    custom_metadata: { sanu_kind: kind },
  };
  const request = { method: "POST", path: "/payouts", body, timeoutMs: left() } as const;
  const created = await http.call(request);
  const recorded = readRecorded(created, { key, amountXof });
  if (recorded.kind !== "accepted") return recorded;
  const { id } = recorded.value;
  const payouts = [{ id: Number(id) }];
  const start = { method: "PUT", path: "/payouts/start", body: { payouts } } as const;
  const answer = await http.call({ ...start, timeoutMs: left() });
  const started = readStarted(answer, { id, key, amountXof });
  if (started.kind !== "refused-start") return started;
  const path = `/payouts/${encodeURIComponent(id)}`;
  const found = await http.call({ method: "GET", path, timeoutMs: left() });
  return readRefusedStart(found, { id, key });
}

export function searchPath(of: "transactions" | "payouts", key: string): string {
  return `/${of}/search?search=${encodeURIComponent(key)}&page=1&per_page=25`;
}
