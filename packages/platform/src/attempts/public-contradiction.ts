import type { FactInput, VerdictFacts } from "@sanu/contracts";
import { type PublicFact, publicFact } from "../event-store/events.ts";

type Contradicted = FactInput<VerdictFacts["VerdictContradicted"]>;
type Shown = Parameters<typeof publicFact<VerdictFacts["VerdictContradicted"]>>[1];

/** The public form of a contradiction, of whatever leg: also what came in by it, where something did. */
export function publicContradiction(
  { VerdictContradicted }: VerdictFacts,
  {
    arrived,
    counted,
    ...of
  }: Pick<Contradicted, "leg" | "subjectId"> & Pick<Shown, "arrived" | "counted">,
  event: Pick<Contradicted, "caseId" | "transactionId" | "found" | "foundAt">,
  receipt: Shown["receipt"] = null,
): PublicFact {
  const { caseId, transactionId, found, foundAt } = event;
  const said = { caseId, transactionId, found, receipt, ...(arrived && { arrived }), foundAt };
  return publicFact(VerdictContradicted, { ...of, ...said, ...(counted && { counted }) });
}
