import type { AttemptReport } from "@sanu/attempts";
import type { ConnectorChoice } from "@sanu/contracts";
import type { Ordered } from "@sanu/platform";
import { type DisburseFailure, disbursementFailsOver } from "@sanu/rails";
import type { PayoutCommand } from "../commands.ts";
import type { Payout } from "../state.ts";
import type { DisbursementDeps } from "./deps.ts";

/** A definite refusal, and when it was said. */
export interface Refusal {
  readonly reason: DisburseFailure;
  readonly at: "call" | "status";
}

/** Whom to ask behind a refusal that is the provider's own: another one at once, or whoever comes first behind a pause. */
export async function withNext(
  deps: DisbursementDeps,
  report: AttemptReport<PayoutCommand>,
  of: { readonly state: Ordered<Payout>; readonly refusal: Refusal | undefined },
): Promise<AttemptReport<PayoutCommand>> {
  const { command } = report;
  const { state, refusal } = of;
  if (refusal === undefined || command?.kind !== "reject-attempt") return report;
  if (!disbursementFailsOver(refusal.reason, refusal.at)) return report;
  const next = (await nextOf(deps, state)) ?? (await chosen(deps, state, []));
  return { ...report, command: { ...command, next } };
}

/** Another one than those that refused; `undefined` where nobody is left. */
export function nextOf(
  deps: DisbursementDeps,
  state: Ordered<Payout>,
): Promise<ConnectorChoice | undefined> {
  const asked = state.status === "requested" ? state.asked : [];
  return chosen(deps, state, [...asked, deps.rail.provider]);
}

/** Whoever may have what nobody was asked for here, also one that was asked before. */
export async function anotherOf(
  deps: DisbursementDeps,
  state: Ordered<Payout>,
): Promise<ConnectorChoice | undefined> {
  return (await nextOf(deps, state)) ?? chosen(deps, state, [deps.rail.provider]);
}

async function chosen(
  { connectors }: DisbursementDeps,
  { order: { transfer } }: Ordered<Payout>,
  refusedBy: readonly string[],
): Promise<ConnectorChoice | undefined> {
  if (transfer.kind !== "disbursement") return undefined;
  const { channel, amountXof, numberHmac } = transfer;
  const choice = await connectors.choose({ channel, amountXof, numberHmac, refusedBy });
  return choice.provider === null ? undefined : choice;
}
