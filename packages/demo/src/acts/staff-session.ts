import { tierAfter } from "../plan/allowances.ts";
import type { PlannedPerson } from "../plan/people.ts";
import type { StaffSession } from "../plan/plan-staff.ts";
import type { Answer } from "../system/api-client.ts";
import { type Cast, userIdOf } from "./cast.ts";
import { decideCases } from "./decide-cases.ts";
import { listAt, textAt } from "./read-answer.ts";
import { type PresentStaff, stepIn } from "./staff.ts";

type Two = readonly [PresentStaff, PresentStaff];

/** A morning's work of two: documents, what the exchange takes, and what nobody but people can decide. */
export async function holdSession(cast: Cast, session: StaffSession): Promise<void> {
  const two = await stepIn(cast);
  await decideDocuments(cast, two, session.documents);
  await changeSpread(cast, two, session);
  await decideCases(cast, two);
}

/** A page of the queue after the other, until nobody is in it whose turn this morning is. */
async function decideDocuments(
  cast: Cast,
  two: Two,
  people: readonly PlannedPerson[],
): Promise<void> {
  const byUser = new Map(people.map((person) => [userIdOf(cast, person), person]));
  while (byUser.size > 0) {
    const page = await cast.system.api.send("GET", "kyc/submissions?limit=100", { as: two[0] });
    let decided = 0;
    for (const one of listAt(page, "submissions")) {
      const userId = textAt(one, "user", "id");
      const person = byUser.get(userId);
      if (person === undefined) continue;
      await decide(cast, two, { person, submission: textAt(one, "id") });
      byUser.delete(userId);
      decided += 1;
    }
    if (decided === 0) throw new Error(`${byUser.size} people have handed nothing in`);
  }
}

async function decide(
  cast: Cast,
  two: Two,
  { person, submission }: { readonly person: PlannedPerson; readonly submission: string },
): Promise<void> {
  const { api } = cast.system;
  const path = `kyc/submissions/${submission}`;
  if (person.kyc === "rejected") {
    const body = { reason: "the picture cannot be read" };
    return void (await api.send("POST", `${path}/reject`, { as: two[0], body }));
  }
  const body = { tier: tierAfter(person.kyc), reason: "the document is hers" };
  const answer = await api.send("POST", `${path}/approve`, { as: two[0], body });
  // The highest tier is for two to give.
  if (person.kyc === "tier-3") await approve(cast, two, answer);
}

async function changeSpread(cast: Cast, two: Two, { spread }: StaffSession): Promise<void> {
  const body = { spread_buy: spread.buy, spread_sell: spread.sell, reason: "the markets' week" };
  await approve(cast, two, await cast.system.api.send("PUT", "rates", { as: two[0], body }));
}

/** The other one approves what the first proposed, as it stood then. */
async function approve(cast: Cast, [, second]: Two, proposed: Answer): Promise<void> {
  const id = textAt(proposed, "data", "proposal", "id");
  const body = {
    content_sha256: textAt(proposed, "data", "proposal", "content_sha256"),
    reason: "read, and the same",
  };
  await cast.system.api.send("POST", `approvals/${id}/approve`, { as: second, body });
}
