import type { Attempt, Ordered } from "@sanu/platform";
import type { SendStatus } from "@sanu/rails";
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
  const isOneOver = async ({ naturalKey, provider, hasPaidAnother }: EarlierSend) => {
    // Of one whose node is not served any more nobody knows.
    const asked = rails.find((one) => one.provider === provider);
    if (asked === undefined) return false;
    const said = await askNode(asked, naturalKey);
    // A node pays an invoice once: what it has paid by this one is another payout's.
    return isOver(said) || (said.kind === "settled" && hasPaidAnother === true);
  };
  return (await Promise.all(Array.from(each.values(), isOneOver))).every(Boolean);
}

function isOver({ kind }: SendStatus): boolean {
  return kind === "failed" || kind === "not-found";
}

/** Whether what was tried before this attempt can still arrive. Of the same invoice at the same node its own report is the answer already. */
export async function isEarlierOpen(
  deps: Pick<SendDeps, "rails" | "records">,
  attempt: Attempt,
  { order }: Ordered<Payout>,
): Promise<boolean> {
  const earlier = await deps.records.earlierThan(attempt, order);
  const { naturalKey, provider } = attempt;
  const others = earlier.filter(
    (one) => one.naturalKey !== naturalKey || one.provider !== provider,
  );
  return !(await areOver(deps, others));
}
