import type { Outcome } from "../plan/outcomes.ts";
import type { Answer } from "../system/api-client.ts";
import type { Cast } from "./cast.ts";
import { listAt, textAt, valueAt } from "./read-answer.ts";
import type { PresentStaff } from "./staff.ts";

const seen = "looked at with the provider's desk";

/** Orders refunds again that failed, and gives back by hand what no wallet takes; what is left waits for a colleague. */
export async function decideCases(
  cast: Cast,
  [first, second]: readonly [PresentStaff, PresentStaff],
): Promise<void> {
  const { api } = cast.system;
  const open = listAt(await api.send("GET", "monitoring/cases?limit=100", { as: first }), "cases");
  for (const one of open) {
    const transactionId = valueAt(one, ["transaction_id"]);
    if (typeof transactionId !== "string") continue;
    const outcome = outcomeOf(cast, transactionId);
    if (outcome === "refund-again") {
      const body = { resolution: "refund", reason: seen };
      await api.send("POST", `monitoring/transactions/${transactionId}/resolve`, {
        as: first,
        body,
      });
    }
    if (outcome === "refund-refused") await giveBackByHand(cast, one, [first, second]);
  }
}

async function giveBackByHand(
  cast: Cast,
  one: Answer,
  [first, second]: readonly [PresentStaff, PresentStaff],
): Promise<void> {
  const { api } = cast.system;
  const id = textAt(one, "id");
  const said = { verdict: "paid-by-hand", provider_reference: `hand-${id}`, evidence: seen };
  const path = `monitoring/cases/${id}`;
  const proposed = await api.send("POST", `${path}/propose`, { as: first, body: said });
  const proposal = textAt(proposed, "data", "case", "proposal", "id");
  const body = { proposal_id: proposal, reason: "called them again" };
  await api.send("POST", `${path}/approve`, { as: second, body });
}

function outcomeOf(cast: Cast, transactionId: string): Outcome | undefined {
  const found = [...cast.placed].find(([, placed]) => placed.transactionId === transactionId);
  return found && cast.outcomes.get(found[0]);
}
