import { ChangeStandingOrder, type RequestData } from "@sanu/contracts";
import type { Instant } from "@sanu/kernel";
import { handleRequest, type RequestContext, type RequestHandler, refuse } from "@sanu/platform";
import { changeOrder } from "../occurrences/change-order.ts";
import type { OccurrenceDeps } from "../occurrences/deps.ts";
import { dueAfter } from "../occurrences/next-due.ts";
import { findStandingOrder } from "../projections/standing-orders/query.ts";
import { standingOrder } from "../standing-order/decide.ts";
import type { StandingOrderRefusal } from "../standing-order/refusals.ts";

/** Somebody else resumed it, and it was due, between the look and the decision. */
const resumeTriesMax = 3;

type Request = RequestData<typeof ChangeStandingOrder>;

type Deps = Pick<
  OccurrenceDeps,
  "database" | "clock" | "standingOrders" | "standingOrderTerms" | "timeZone"
>;

/** Its owner pauses, resumes or cancels an order. Transactions that came of it already go on. */
export function changeStandingOrder(deps: Deps): RequestHandler {
  return handleRequest(ChangeStandingOrder, async (request, context) => {
    const known = await findStandingOrder(deps.database, request);
    if (known === undefined) return refuse("not-found");
    const result = await change(deps, request, context);
    if (result.kind === "refused") return refusalOf(deps, result.refusal.code);
    const order = await findStandingOrder(deps.database, request);
    return order === undefined ? refuse("not-found") : { order };
  });
}

async function change(
  deps: Deps,
  { orderId, change: kind, commandId }: Request,
  context: RequestContext,
) {
  const at = deps.clock.now();
  const caused = { ...context, causationId: commandId };
  if (kind !== "resume")
    return changeOrder(deps, { orderId, command: { kind, at }, context: caused });
  for (let attempt = 1; ; attempt += 1) {
    const result = await resume(deps, { orderId, at }, caused);
    if (result.kind !== "refused" || result.refusal.code !== "due-before") return result;
    if (attempt === resumeTriesMax) throw new Error(`Order ${orderId} is due again and again`);
  }
}

async function resume(
  deps: Deps,
  { orderId, at }: { readonly orderId: Request["orderId"]; readonly at: Instant },
  context: RequestContext,
) {
  const nextDueAt = await dueOnceResumed(deps, orderId, at);
  const { resumesMax } = deps.standingOrderTerms;
  const command = { kind: "resume", nextDueAt, resumesMax, at } as const;
  return changeOrder(deps, { orderId, command, context });
}

function refusalOf({ standingOrderTerms }: Deps, code: StandingOrderRefusal) {
  if (code !== "too-many-resumptions") return refuse("standing-order-ended");
  return refuse(code, { resumesMax: `${standingOrderTerms.resumesMax}` });
}

/** Read apart from the decision, which refuses what another resumption has overtaken. */
async function dueOnceResumed(
  { standingOrders, timeZone }: Deps,
  orderId: Request["orderId"],
  at: Instant,
): Promise<Instant | null> {
  const { events } = await standingOrders.load(orderId);
  const state = events.reduce(standingOrder.evolve, standingOrder.initial);
  if (state.status === "none") return null;
  const { trigger, lastDueAt } = state;
  return dueAfter(trigger, { after: at, lastDueAt }, timeZone);
}
