import { ResolveReview } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { handleRequest, type RequestHandler, refuse } from "@sanu/platform";
import { unlessGivenByHand } from "../case/reviews/given-by-hand.ts";
import { decideGuarded } from "../guards/decide-guarded.ts";
import type { OrderDeps } from "../orders/deps.ts";
import { isOwnOrder } from "../personal-data/find-owner.ts";
import {
  findReviewStatus,
  insertResolution,
  wasResolvedBy,
} from "../personal-data/review-resolution.ts";
import { isReviewRefusal } from "../transaction/refusals.ts";

/** How many refunds one resolution can order; the others are asked about on, and wait for the next. */
const refundsMax = 20;

/** The staff ends a review, once for each command; what was written about it is kept beside the log. */
export function resolveReview(deps: OrderDeps): RequestHandler {
  const { clock, database } = deps;
  return handleRequest(ResolveReview, async (request, context) => {
    const { transactionId, resolvedBy, resolution, commandId } = request;
    // Nobody alone says that a debt is gone: two of the staff do, in the case of that refund.
    if (resolution === "returned") return refuse("two-people-needed");
    if ((await findReviewStatus(database, transactionId)) === undefined) return refuse("not-found");
    if (await isOwnOrder(database, transactionId, resolvedBy)) return refuse("own-account");
    const at = clock.now();
    const refundIds = Array.from({ length: refundsMax }, () => newId<"RefundId">());
    const command = { kind: "resolve-review", resolution, resolvedBy, refundIds, at } as const;
    const result = await unlessGivenByHand(() =>
      decideGuarded(deps, {
        transactionId,
        command: { ...command, day: deps.dayOf(at) },
        context: { ...context, causationId: commandId },
        writes: [insertResolution(request, at)],
      }),
    );
    if (result === undefined) return refuse("proposal-pending");
    if (result.kind === "refused" && !(await wasResolvedBy(database, commandId))) {
      const { code } = result.refusal;
      if (code === "unknown-transaction") return refuse("not-found");
      if (isReviewRefusal(code)) return refuse(code);
      throw new Error(`A review cannot be refused with ${code}`);
    }
    const standing = await findReviewStatus(database, transactionId);
    return standing ?? refuse("not-found");
  });
}
