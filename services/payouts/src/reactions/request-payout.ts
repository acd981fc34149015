import type { Clock } from "@sanu/kernel";
import type { AttemptExecutor, ReactionInput, ReactionResult } from "@sanu/platform";
import type { ConnectorSwitch } from "@sanu/rails";
import type { PayoutCommand } from "../payout/commands.ts";
import { type FeeTerms, feeLimitOf } from "../payout/send/fee-limit.ts";
import type { SendSwitch } from "../payout/send/send-switch.ts";
import type { PayoutOrder } from "../payout/state.ts";
import type { Transfer } from "../payout/transfer.ts";

export interface PayoutDeps {
  /** By the kind of attempt that moves the money. */
  readonly executors: Readonly<
    Record<"send" | "disbursement", Pick<AttemptExecutor<PayoutCommand>, "open">>
  >;
  /** Of those who pay XOF out. */
  readonly connectors: Pick<ConnectorSwitch, "choose">;
  /** Of those who send sats. */
  readonly nodes: Pick<SendSwitch, "choose">;
  readonly terms: FeeTerms;
  readonly clock: Clock;
}

/** Requests a payout with its first attempt; refunds of sats are sent like any others. */
export async function requestPayout(
  deps: PayoutDeps,
  order: PayoutOrder,
  { handled, context }: Pick<ReactionInput, "handled" | "context">,
): Promise<ReactionResult> {
  const { executors, clock } = deps;
  const kind = order.transfer.kind === "disbursement" ? "disbursement" : "send";
  const choice = await chooseFor(deps, order.transfer);
  return executors[kind].open({
    kind,
    // The money is in: where nobody fits now, the first one waits or says so.
    provider: choice?.provider ?? undefined,
    subjectId: order.payoutId,
    command: { kind: "request", order, choice, at: clock.now() },
    context,
    writes: [handled],
  });
}

function chooseFor({ connectors, nodes, terms }: PayoutDeps, transfer: Transfer) {
  if (transfer.kind === "disbursement") return connectors.choose({ ...transfer, refusedBy: [] });
  const feeLimitSats = feeLimitOf(transfer, terms);
  return nodes.choose({ ...transfer, feeLimitSats, refusedBy: [] });
}
