import type { Clock } from "@sanu/kernel";
import type { AttemptExecutor, ReactionInput, ReactionResult } from "@sanu/platform";
import type { ConnectorSwitch } from "@sanu/rails";
import type { PayoutCommand } from "../payout/commands.ts";
import type { PayoutOrder } from "../payout/state.ts";

export interface PayoutDeps {
  /** By the kind of attempt that moves the money. */
  readonly executors: Readonly<
    Record<"send" | "disbursement", Pick<AttemptExecutor<PayoutCommand>, "open">>
  >;
  /** Of those who pay XOF out. */
  readonly connectors: Pick<ConnectorSwitch, "choose">;
  readonly clock: Clock;
}

/** Requests a payout with its first attempt; refunds of sats are sent like any others. */
export async function requestPayout(
  { executors, connectors, clock }: PayoutDeps,
  order: PayoutOrder,
  { handled, context }: Pick<ReactionInput, "handled" | "context">,
): Promise<ReactionResult> {
  const { transfer } = order;
  const isDisbursed = transfer.kind === "disbursement";
  const kind = isDisbursed ? "disbursement" : "send";
  const choice = isDisbursed ? await connectors.choose({ ...transfer, refusedBy: [] }) : undefined;
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
