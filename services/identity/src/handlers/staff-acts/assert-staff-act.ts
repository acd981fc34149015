import { AssertStaffAct } from "@sanu/contracts";
import type { Clock } from "@sanu/kernel";
import { handleRequest, operationOf, refuse, type SecurityTrail } from "@sanu/platform";
import type { SigningKey } from "../../sessions/signing-key.ts";
import { authoriseStaffAct } from "../../staff-acts/authorise.ts";
import { type FindActorDeps, findActor } from "../../staff-acts/find-actor.ts";
import { findStaffUse } from "../../staff-acts/find-staff-use.ts";
import { issueAssertion } from "../../staff-acts/issue-assertion.ts";

export interface AssertStaffActDeps extends FindActorDeps {
  readonly signingKey: () => SigningKey;
  readonly databaseClock: Clock;
  readonly trail: SecurityTrail;
  readonly stepUpValidMs: number;
}

/** For the gateway, before each request of the staff: identity's word, which the service that acts demands. */
export const assertStaffAct = (deps: AssertStaffActDeps) =>
  handleRequest(AssertStaffAct, async (asked, { correlationId }) => {
    const { credential, service, request: name, bodyHash } = asked;
    const operation = operationOf({ service, name });
    const use = findStaffUse(operation);
    if (use === undefined) return refuse("forbidden");
    const actor = await findActor(deps, credential);
    if (actor === undefined) return refuse("unauthenticated");
    const { accountId } = actor;
    const { stepUpValidMs } = deps;
    const at = deps.clock.now();
    const decided = authoriseStaffAct({ actor, operation, use, at, stepUpValidMs });
    if (decided.kind === "refused") {
      deps.trail({ event: "access-refused", accountId, operation, correlationId });
      return refuse(decided.code);
    }
    const shown = actor.kind === "person" ? { sid: actor.sessionId } : { key: actor.keyId };
    const about = { aud: service, sub: accountId, ...shown, op: operation, body: bodyHash };
    return { assertion: issueAssertion(deps.signingKey(), about, deps.databaseClock.now()) };
  });
