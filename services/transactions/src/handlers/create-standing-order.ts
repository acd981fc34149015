import {
  CreateStandingOrder,
  idOf,
  type RefusalCode,
  type ReplyInput,
  type RequestData,
} from "@sanu/contracts";
import type { StandingOrderId } from "@sanu/kernel";
import {
  awaitKey,
  type Database,
  findKey,
  type HandlerRefusal,
  handleRequest,
  type IdempotencyRow,
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
  return handleRequest(CreateStandingOrder, async (request, context) => {
    const replayed = await replay(deps, request);
    if (replayed !== undefined) return replayed;
    const reply = await create(deps, request, context);
    return "refusal" in reply ? refuseUnlessPlaced(deps, request, reply) : reply;
  });
}

/** The same order under its own key, or the gateway's first try of this command, may have been placed: then that one has the word. */
async function refuseUnlessPlaced(
  { database }: OccurrenceDeps,
  request: Request,
  refused: Refused,
): Promise<Reply> {
  const key = keyOf(request);
  if (key === null) return (await answerOfFirstTry(database, request)) ?? refused;
  return replayOf(request, await awaitKey(database, key)) ?? refused;
}

async function replay({ database }: OccurrenceDeps, request: Request): Promise<Reply | undefined> {
  const key = keyOf(request);
  return key === null ? undefined : replayOf(request, await findKey(database, key));
}

function replayOf(request: Request, used: IdempotencyRow | undefined): Reply | undefined {
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
      return shown(deps.database, request);
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
      return refuse("too-many-standing-orders", { openMax: `${deps.standingOrderTerms.openMax}` });
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
async function shown(database: Database, request: Request): Promise<Reply> {
  const answer = await answerOfFirstTry(database, request);
  if (answer === undefined) throw new Error("A standing order was placed and is not there");
  return answer;
}

/** `undefined` where nothing was placed by this command. */
async function answerOfFirstTry(
  database: Database,
  request: Request,
): Promise<Exclude<Reply, Refused> | undefined> {
  const { accountId } = request;
  const order = await findStandingOrder(database, { accountId, orderId: orderIdOf(request) });
  if (order === undefined) return undefined;
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
