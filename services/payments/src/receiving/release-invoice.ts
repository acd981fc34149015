import {
  type AttemptsWorker,
  type CommandContext,
  requestCancel,
  runDecider,
  type Statement,
} from "@sanu/platform";
import type { ReleaseInvoice } from "../invoice/commands.ts";
import { invoice } from "../invoice/decide.ts";
import type { ReceivingDeps } from "./deps.ts";

export interface ReleasingNeeds extends Pick<ReceivingDeps, "database" | "store" | "clock"> {
  readonly worker: Pick<AttemptsWorker, "wake">;
}

/** Wants an invoice closed, in one commit with other writes; nothing is written where that is too late. */
export async function releaseInvoice(
  { store, clock, worker }: ReleasingNeeds,
  wish: {
    readonly paymentId: string;
    readonly reason: ReleaseInvoice["reason"];
    readonly context: CommandContext;
  },
  writes: readonly Statement[],
) {
  const { paymentId, reason, context } = wish;
  const result = await runDecider({
    store,
    decider: invoice,
    streamId: paymentId,
    command: { kind: "release", reason, at: clock.now() },
    context,
    writes: () => [...writes, requestCancel(paymentId, "invoice")],
  });
  if (result.kind === "accepted") worker.wake();
  return result;
}
