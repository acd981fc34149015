import { type AttemptReport, isFinal } from "@sanu/attempts";
import type { Attempt, Ordered } from "@sanu/platform";
import type { SendStatus } from "@sanu/rails";
import type { PayoutCommand } from "../commands.ts";
import { arrivedBefore } from "../contradiction.ts";
import type { Payout } from "../state.ts";
import { askNode } from "./ask-node.ts";
import type { SendDeps } from "./deps.ts";
import { type EarlierSend, isSigned } from "./replacement.ts";

/**
 * Whether nothing that earlier attempts sent over Lightning can still arrive: an invoice that failed can be paid by a call
 * that was held up on its way. What was signed is made worthless instead.
 */
export async function areOver(
  { rails }: Pick<SendDeps, "rails">,
  earlier: readonly EarlierSend[],
): Promise<boolean> {
  const paid = earlier.filter(({ naturalKey }) => !isSigned(naturalKey));
  // Several attempts at one invoice have one answer.
  const each = new Map(paid.map((one) => [`${one.provider} ${one.naturalKey}`, one]));
  const isOneOver = async ({ naturalKey, provider }: EarlierSend) => {
    // Of one whose node is not served any more nobody knows.
    const asked = rails.find((one) => one.provider === provider);
    return asked !== undefined && isOver(await askNode(asked, naturalKey));
  };
  return (await Promise.all(Array.from(each.values(), isOneOver))).every(Boolean);
}

function isOver({ kind }: SendStatus): boolean {
  return kind === "failed" || kind === "not-found";
}

/** A refusal can end the payout, and then its money goes back: not while an earlier attempt, thought to have failed, may arrive. */
export async function onceOthersAreOver(
  deps: Pick<SendDeps, "rails" | "records">,
  { attempt, state }: { readonly attempt: Attempt; readonly state: Ordered<Payout> },
  report: AttemptReport<PayoutCommand>,
): Promise<AttemptReport<PayoutCommand>> {
  if (report.kind !== "rejected" || isFinal(attempt) || arrivedBefore(state) !== undefined) {
    return report;
  }
  const earlier = await deps.records.earlierThan(attempt, state.order);
  // Of the same invoice at the same node the report is the answer already.
  const { naturalKey, provider } = attempt;
  const others = earlier.filter(
    (one) => one.naturalKey !== naturalKey || one.provider !== (provider ?? one.provider),
  );
  if (await areOver(deps, others)) return report;
  return { step: report.step, kind: "unknown", code: "earlier-attempt-open" };
}
