import { GetCase } from "@sanu/contracts";
import { handleRequest, type RequestHandler, readAuditTrail, refuse } from "@sanu/platform";
import { readEvidence } from "../case/evidence/evidence.ts";
import { findCase } from "../projections/cases/query.ts";
import { type ShowingDeps, shownAs } from "./shown-case.ts";

/** One case with its own log, and what was seen by who proposed. */
export function getCase(deps: ShowingDeps): RequestHandler {
  return handleRequest(GetCase, async ({ caseId }) => {
    const { database } = deps;
    const [found, evidence, history] = await Promise.all([
      findCase(database, caseId, shownAs(deps)),
      readEvidence(database, caseId),
      readAuditTrail(database, "transactions", [caseId]),
    ]);
    return found === undefined ? refuse("not-found") : { case: { ...found, evidence, history } };
  });
}
