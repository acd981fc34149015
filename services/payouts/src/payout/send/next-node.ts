import type { AttemptReport } from "@sanu/attempts";
import type { ConnectorChoice } from "@sanu/contracts";
import type { Ordered } from "@sanu/platform";
import type { SendFailure } from "@sanu/rails";
import type { PayoutCommand } from "../commands.ts";
import type { Payout } from "../state.ts";
import type { SendDeps } from "./deps.ts";
import { feeLimitOf } from "./fee-limit.ts";

/** Which definite refusals are the node's own, so that another one may be asked. */
const failsOver: Readonly<Record<SendFailure, boolean>> = {
  "no-route": true,
  "insufficient-balance": true,
  "refused-by-receiver": false,
  "destination-unusable": false,
};

/** Whom to ask behind a refusal that is the node's own: another one at once, or whoever comes first behind a pause. */
export async function withNext(
  deps: SendDeps,
  report: AttemptReport<PayoutCommand>,
  of: { readonly state: Ordered<Payout>; readonly reason: SendFailure },
): Promise<AttemptReport<PayoutCommand>> {
  const { command } = report;
  if (command?.kind !== "reject-attempt" || !failsOver[of.reason]) return report;
  const next = (await nextOf(deps, of.state)) ?? (await chosen(deps, of.state, []));
  return next === undefined ? report : { ...report, command: { ...command, next } };
}

/** Another one than those that refused; `undefined` where nobody is left. */
export function nextOf(
  deps: SendDeps,
  state: Ordered<Payout>,
): Promise<ConnectorChoice | undefined> {
  const asked = state.status === "requested" ? state.asked : [];
  return chosen(deps, state, [...asked, deps.rail.provider]);
}

async function chosen(
  { nodes, terms }: SendDeps,
  { order: { transfer } }: Ordered<Payout>,
  refusedBy: readonly string[],
): Promise<ConnectorChoice | undefined> {
  if (transfer.kind === "disbursement") return undefined;
  const { receiverKind, amountSats } = transfer;
  const feeLimitSats = feeLimitOf(transfer, terms);
  const choice = await nodes.choose({ receiverKind, amountSats, feeLimitSats, refusedBy });
  return choice === undefined || choice.provider === null ? undefined : choice;
}
