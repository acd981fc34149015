import type { Clock } from "@sanu/kernel";
import type { AttemptExecutor, ReactionInput, ReactionResult } from "@sanu/platform";
import type { PayoutCommand } from "../payout/commands.ts";
import type { PayoutOrder } from "../payout/state.ts";

export interface PayoutDeps {
  /** By the kind of attempt that moves the money. */
  readonly executors: Readonly<
    Record<"send" | "disbursement", Pick<AttemptExecutor<PayoutCommand>, "open">>
  >;
  readonly clock: Clock;
}

/** Requests a payout with its first attempt; refunds of sats are sent like any others. */
export function requestPayout(
  { executors, clock }: PayoutDeps,
  order: PayoutOrder,
  { handled, context }: Pick<ReactionInput, "handled" | "context">,
): Promise<ReactionResult> {
  const kind = order.transfer.kind === "disbursement" ? "disbursement" : "send";
  return executors[kind].open({
    kind,
    subjectId: order.payoutId,
    command: { kind: "request", order, at: clock.now() },
    context,
    writes: [handled],
  });
}
