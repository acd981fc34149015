import {
  CreateStandingOrder,
  idOf,
  type RefusalCode,
  type ReplyInput,
  type RequestData,
} from "@sanu/contracts";
import type { StandingOrderId } from "@sanu/kernel";
import {
  findKey,
  type HandlerRefusal,
  handleRequest,
  idempotencyConstraint,
  type RequestContext,
  type RequestHandler,
  refuse,
} from "@sanu/platform";
import { deactivationConstraint } from "../guards/deactivations.ts";
import type { OccurrenceDeps } from "../occurrences/deps.ts";
import { placeStandingOrder } from "../occurrences/place-standing-order.ts";
import { amountRefusal, readStandingOrder } from "../occurrences/read-standing-order.ts";
import { standingOrdersConstraint } from "../occurrences/trigger-statements.ts";
import { termsWithin } from "../orders/channel-bounds.ts";
import { closingConstraints } from "../personal-data/closed-account.ts";
import { idempotencyScope } from "../personal-data/idempotency-scope.ts";
import { findStandingOrder } from "../projections/standing-orders/query.ts";

type Request = RequestData<typeof CreateStandingOrder>;
type Refused = HandlerRefusal<RefusalCode<typeof CreateStandingOrder>>;
type Reply = ReplyInput<typeof CreateStandingOrder> | Refused;

/** Places a standing order, once for each command and once for each idempotency key. */
export function createStandingOrder(deps: OccurrenceDeps): RequestHandler {
  return handleRequest(
    CreateStandingOrder,
    async (request, context) =>
      (await replay(deps, request)) ?? (await create(deps, request, context)),
  );
}

async function replay({ database }: OccurrenceDeps, request: Request): Promise<Reply | undefined> {
  const key = keyOf(request);
  const used = key === null ? undefined : await findKey(database, key);
  if (used === undefined || used.response === null) return undefined;
  if (used.bodyHash !== request.idempotency?.bodyHash) return refuse("idempotency-key-reused");
  return { responseJson: used.response, replayed: used.recordId !== request.commandId };
}

async function create(
  deps: OccurrenceDeps,
  request: Request,
  context: RequestContext,
): Promise<Reply> {
  const { network, timeZone, isSellingOpen } = deps;
  if (request.transactionType === "SELL_BITCOIN" && !isSellingOpen) {
    return refuse("provider-unavailable");
  }
  const now = deps.clock.now();
  const reading = readStandingOrder(request, { now, timeZone, network, bands: deps.terms.bands });
  if (reading.kind === "broken") return refuse("validation-failed", undefined, reading.fields);
  if (reading.kind === "channel-not-available") {
    const available = reading.available.join(", ");
    return refuse("provider-not-available-for-number", { available });
  }
  const { order, trigger } = reading;
  const bounds = deps.channelBounds.get(order.payoutChannel ?? order.channel);
  const refusal = amountRefusal(request.amountXof, termsWithin(deps.terms, bounds));
  if (refusal !== undefined) return refuse(refusal.code, refusal.params);
  const key = keyOf(request);
  const orderId = orderIdOf(request);
  const toPlace = { orderId, request, order, trigger, key, now };
  const placed = await placeStandingOrder(deps, toPlace, context);
  switch (placed.kind) {
    case "accepted":
      return { responseJson: placed.responseJson, replayed: false };
    case "nothing-new":
      return shown(deps, request);
    case "refused":
      return refuse("validation-failed", undefined, { until: ["never-due"] });
    case "constraint":
      return refusedBy(deps, request, placed.constraint);
  }
}

async function refusedBy(
  deps: OccurrenceDeps,
  request: Request,
  constraint: string,
): Promise<Reply> {
  switch (constraint) {
    case standingOrdersConstraint:
      // A copy may have taken the last place under the same key.
      return (
        (await replay(deps, request)) ??
        refuse("too-many-standing-orders", { openMax: `${deps.standingOrderTerms.openMax}` })
      );
    case closingConstraints.standingOrders:
    case deactivationConstraint:
      return refuse("account-deactivated");
    case idempotencyConstraint: {
      const copy = await replay(deps, request);
      if (copy !== undefined) return copy;
      throw new Error("An idempotency key is in use and is not there");
    }
    default:
      throw new Error(`The standing order broke the constraint ${constraint}`);
  }
}

/** The gateway asks again under the same command, without a key: its first try was carried out. */
async function shown({ database }: OccurrenceDeps, request: Request): Promise<Reply> {
  const { accountId } = request;
  const order = await findStandingOrder(database, { accountId, orderId: orderIdOf(request) });
  if (order === undefined) throw new Error("A standing order was placed and is not there");
  return { responseJson: JSON.stringify({ success: true, order }), replayed: false };
}

function keyOf({ accountId, idempotency }: Request) {
  if (idempotency === null) return null;
  const { key, bodyHash } = idempotency;
  return { ...idempotencyScope("standingOrder", accountId, key), bodyHash };
}

/** The same command again is the same order. */
function orderIdOf({ commandId }: Request): StandingOrderId {
  return idOf<StandingOrderId>().parse(commandId);
}
