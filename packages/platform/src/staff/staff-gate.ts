import type { AuditLog, BegunEntry } from "../audit-log/audit-log.ts";
import { idsIn } from "../audit-log/ids-in.ts";
import type { Logger } from "../logger/create-logger.ts";
import type { SecurityTrail } from "../telemetry/security-trail.ts";
import type { Proof } from "./prove.ts";
import { operationOf, payloadHash, type StaffAct, type StaffRequest } from "./staff-act.ts";

/** What stands in front of every request of the staff, and behind it. */
export interface StaffGate {
  readonly admit: (request: StaffRequest) => Promise<Admission>;
}

export type Admission =
  | {
      readonly kind: "admitted";
      readonly staff: StaffAct;
      /** Writes down what became of it; what it did stands all the same. */
      readonly ended: (outcome: string, shown?: unknown) => Promise<void>;
    }
  | { readonly kind: "refused" | "unavailable" };

/** Nothing is done for the staff that is not proven, and nothing that is not written down first. */
export function createStaffGate(deps: {
  readonly prove: (request: StaffRequest) => Promise<Proof>;
  readonly audit: AuditLog;
  readonly trail: SecurityTrail;
  readonly logger: Pick<Logger, "error">;
}): StaffGate {
  const { prove, audit, trail, logger } = deps;
  const refuse = (request: StaffRequest, accountId?: string): Admission => {
    const { definition, correlationId } = request;
    const operation = operationOf(definition);
    trail({ event: "staff-act-unproven", accountId, operation, correlationId });
    return { kind: "refused" };
  };
  const endingOf = (begun: BegunEntry) => async (outcome: string, shown?: unknown) => {
    try {
      await audit.end(begun, outcome, shown);
    } catch (error) {
      logger.error({ error, position: begun.position }, "an outcome is not in the audit log");
    }
  };
  return {
    async admit(request) {
      const proof = await prove(request);
      if (proof.kind !== "proven") {
        return proof.kind === "unproven" ? refuse(request) : { kind: "unavailable" };
      }
      const { act } = proof;
      const begun = await audit.begin(entryOf(request, act));
      if (begun.kind === "used") return refuse(request, act.accountId);
      return { kind: "admitted", staff: act, ended: endingOf(begun) };
    },
  };
}

function entryOf(request: StaffRequest, { accountId, assertionId, credential }: StaffAct) {
  const { definition, payload, body, correlationId } = request;
  const { act } = definition.staff;
  return {
    operation: operationOf(definition),
    act,
    via: "gateway",
    by: accountId,
    assertionId,
    credential,
    subjects: idsIn(body),
    // What a search is for could be guessed behind its hash.
    bodyHash: act === "look" ? null : payloadHash(payload),
    correlationId,
  } as const;
}
