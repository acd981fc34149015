import { CanDisburse, type DisburseObstacle, type RequestData } from "@sanu/contracts";
import {
  type CommandContext,
  fetchDestination,
  handleRequest,
  type Messaging,
  type RequestHandler,
} from "@sanu/platform";
import type { DisburseConditions, DisburseRail } from "@sanu/rails";

export interface CheckingDeps {
  readonly request: Messaging["request"];
  readonly disburseRail: Pick<DisburseRail, "conditions">;
}

type Question = RequestData<typeof CanDisburse>;

/** Whether the XOF of a sale could be paid out now: there is its number, and its channel takes the amount. */
export function canDisburse(deps: CheckingDeps): RequestHandler {
  return handleRequest(CanDisburse, async (question, context) => {
    const [hasNumber, conditions] = await Promise.all([
      isNumberThere(deps, question, context),
      deps.disburseRail.conditions(question.channel),
    ]);
    return { obstacle: hasNumber ? obstacleOf(conditions, question) : "number-unavailable" };
  });
}

async function isNumberThere(
  { request }: Pick<CheckingDeps, "request">,
  { transactionId, numberHmac: hmac }: Question,
  context: CommandContext,
): Promise<boolean> {
  const fetched = await fetchDestination(request, { transactionId, leg: "payout", hmac }, context);
  return fetched.kind === "destination";
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
