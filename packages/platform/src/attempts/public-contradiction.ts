import type { FactInput, VerdictFacts } from "@sanu/contracts";
import { type PublicFact, publicFact } from "../event-store/events.ts";

type Contradicted = FactInput<VerdictFacts["VerdictContradicted"]>;

/** The public form of a contradiction, of whatever leg: also what came in by it, where something did. */
export function publicContradiction(
  { VerdictContradicted }: VerdictFacts,
  of: Pick<Contradicted, "leg" | "subjectId">,
  event: Pick<Contradicted, "caseId" | "transactionId" | "found" | "foundAt">,
  receipt: Parameters<typeof publicFact<VerdictFacts["VerdictContradicted"]>>[1]["receipt"] = null,
): PublicFact {
  const { caseId, transactionId, found, foundAt } = event;
  return publicFact(VerdictContradicted, { ...of, caseId, transactionId, found, receipt, foundAt });
}
