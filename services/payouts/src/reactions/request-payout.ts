import type { Clock } from "@sanu/kernel";
import type {
  AttemptExecutor,
  MaybeSentInput,
  ReactionInput,
  ReactionResult,
} from "@sanu/platform";
import type { ConnectorSwitch } from "@sanu/rails";
import type { PayoutCommand } from "../payout/commands.ts";
import { type FeeTerms, feeLimitOf } from "../payout/send/fee-limit.ts";
import type { SendSwitch } from "../payout/send/send-switch.ts";
import type { PayoutOrder } from "../payout/state.ts";
import type { Transfer } from "../payout/transfer.ts";

export interface PayoutDeps {
  /** By the kind of attempt that moves the money. */
  readonly executors: Readonly<
    Record<"send" | "disbursement", Pick<AttemptExecutor<PayoutCommand>, "open" | "openMaybeSent">>
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
  const kind = kindOf(order);
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

/** The same of one that a lost database may have sent: nobody chooses who sends it, for nobody does. */
export async function requestMaybeSent(
  { executors, clock }: Pick<PayoutDeps, "executors" | "clock">,
  order: PayoutOrder,
  { handled, context, attributes, provider }: MaybeSentInput,
): Promise<ReactionResult> {
  const kind = kindOf(order);
  const since = attributes.time;
  return executors[kind].openMaybeSent({
    kind,
    provider,
    subjectId: order.payoutId,
    command: { kind: "request", order, maybeSentSince: since, at: clock.now() },
    since,
    context,
    writes: [handled],
  });
}

function kindOf({ transfer }: PayoutOrder): "send" | "disbursement" {
  return transfer.kind === "disbursement" ? "disbursement" : "send";
}

function chooseFor({ connectors, nodes, terms }: PayoutDeps, transfer: Transfer) {
  if (transfer.kind === "disbursement") return connectors.choose({ ...transfer, refusedBy: [] });
  const feeLimitSats = feeLimitOf(transfer, terms);
  return nodes.choose({ ...transfer, feeLimitSats, refusedBy: [] });
}
