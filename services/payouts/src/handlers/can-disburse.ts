import {
  CanDisburse,
  type DisburseObstacle,
  FindReservation,
  type ReplyData,
  type RequestData,
} from "@sanu/contracts";
import {
  type CommandContext,
  fetchDestination,
  handleRequest,
  type Messaging,
  type RequestHandler,
} from "@sanu/platform";
import type {
  ConnectorChoice,
  ConnectorSwitch,
  DisburseConditions,
  DisburseRail,
} from "@sanu/rails";

export interface CheckingDeps {
  readonly request: Messaging["request"];
  readonly disburseRails: readonly Pick<DisburseRail, "provider" | "conditions">[];
  readonly connectors: Pick<ConnectorSwitch, "consider">;
}

type Question = RequestData<typeof CanDisburse>;
type Reservation = ReplyData<typeof FindReservation>["state"] | "not-known";

export const checkLimits = { requestTimeoutMs: 3_000 } as const;

/**
 * Whether the XOF of a sale could be paid out now: there is its number, its channel takes the amount, and what the sale
 * reserved is there. Two sales have reserved two different francs, so no franc is the reason of two answers.
 */
export function canDisburse(deps: CheckingDeps): RequestHandler {
  return handleRequest(CanDisburse, async (question, context) => {
    const [hasNumber, reservation, refusal] = await Promise.all([
      isNumberThere(deps, question, context),
      findReservation(deps, question, context),
      findObstacle(deps, question),
    ]);
    const obstacle = refusal ?? obstacleIn(reservation);
    return { obstacle: hasNumber ? obstacle : "number-unavailable" };
  });
}

/** One connector that could pay it out is enough; else it is the obstacle of the one that would come first. */
async function findObstacle(
  { disburseRails, connectors }: CheckingDeps,
  question: Question,
): Promise<DisburseObstacle | null> {
  let found: DisburseObstacle | undefined;
  const refusedBy: string[] = [];
  for (;;) {
    const choice = await connectors.consider({ ...question, refusedBy });
    const rail = disburseRails.find(({ provider }) => provider === choice.provider);
    if (rail === undefined) return found ?? obstacleOfChoice(choice);
    const obstacle = obstacleOf(await rail.conditions(question.channel), question);
    if (obstacle === null) return null;
    found ??= obstacle;
    refusedBy.push(rail.provider);
  }
}

function obstacleOfChoice({ passedOver: [first] }: ConnectorChoice): DisburseObstacle {
  switch (first?.obstacle) {
    case "channel-not-served":
      return "channel-unknown";
    case "below-its-least":
    case "above-its-most":
    case "not-a-multiple":
      return "amount-outside-limits";
    default:
      return "channel-closed";
  }
}

async function isNumberThere(
  { request }: Pick<CheckingDeps, "request">,
  { transactionId, numberHmac: hmac }: Question,
  context: CommandContext,
): Promise<boolean> {
  const fetched = await fetchDestination(request, { transactionId, leg: "payout", hmac }, context);
  return fetched.kind === "destination";
}

async function findReservation(
  { request }: Pick<CheckingDeps, "request">,
  { transactionId }: Question,
  context: CommandContext,
): Promise<Reservation> {
  const timeoutMs = checkLimits.requestTimeoutMs;
  const result = await request(FindReservation, { transactionId }, { context, timeoutMs });
  return result.kind === "replied" ? result.data.state : "not-known";
}

/** A sale of before the floats were reported reserved nothing; for it the float of now has to do. */
function obstacleIn(reservation: Reservation): DisburseObstacle | null {
  switch (reservation) {
    case "stands":
    case "none":
      return null;
    case "short":
      return "float-too-small";
    case "not-known":
      return "not-known";
  }
}

/** What we do not know stands in the way: the sats are only held yet, and letting them go costs nobody anything. */
function obstacleOf(
  conditions: DisburseConditions,
  { amountXof }: Question,
): DisburseObstacle | null {
  switch (conditions.kind) {
    case "unknown":
      return "not-known";
    case "unknown-channel":
      return "channel-unknown";
    case "conditions": {
      const { isOpen, amountXofMin, amountXofMax, floatXof } = conditions;
      if (!isOpen) return "channel-closed";
      if (amountXof < amountXofMin || amountXof > amountXofMax) return "amount-outside-limits";
      return floatXof < amountXof ? "float-too-small" : null;
    }
  }
}
