import {
  type RefusalCode,
  type ReplyInput,
  type RequestData,
  ResolveReview,
} from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import {
  type HandlerRefusal,
  handleRequest,
  type RequestContext,
  type RequestHandler,
  refuse,
  runDecider,
} from "@sanu/platform";
import { guardWrites } from "../guards/guard-writes.ts";
import type { OrderDeps } from "../orders/deps.ts";
import {
  findReviewStatus,
  insertResolution,
  wasResolvedBy,
} from "../personal-data/review-resolution.ts";
import { transaction } from "../transaction/decide.ts";
import { isReviewRefusal } from "../transaction/refusals.ts";

type Request = RequestData<typeof ResolveReview>;
type Reply = ReplyInput<typeof ResolveReview> | HandlerRefusal<RefusalCode<typeof ResolveReview>>;

/** How much money one resolution can send back; more waits for the next. */
const refundsMax = 20;

/** The staff ends a review, once for each command; what was written about it is kept beside the log. */
export function resolveReview(deps: OrderDeps): RequestHandler {
  return handleRequest(ResolveReview, (request, context) => resolve(deps, request, context));
}

async function resolve(deps: OrderDeps, request: Request, context: RequestContext): Promise<Reply> {
  const { store, clock, database, floats } = deps;
  const { transactionId, resolvedBy, resolution, commandId } = request;
  const at = clock.now();
  const result = await runDecider({
    store,
    decider: transaction,
    streamId: transactionId,
    command: {
      kind: "resolve-review",
      resolution,
      resolvedBy,
      refundIds: Array.from({ length: refundsMax }, () => newId<"RefundId">()),
      at,
    },
    context: { ...context, causationId: commandId },
    writes: (events, state) => [
      ...(state.status === "none"
        ? []
        : guardWrites(events, state.order, { floats, recordedAt: null })),
      insertResolution(request, at),
    ],
  });
  if (result.kind === "refused" && !(await wasResolvedBy(database, commandId))) {
    const { code } = result.refusal;
    if (code === "unknown-transaction") return refuse("not-found");
    if (isReviewRefusal(code)) return refuse(code);
    throw new Error(`A review cannot be refused with ${code}`);
  }
  const standing = await findReviewStatus(database, transactionId);
  return standing ?? refuse("not-found");
}
