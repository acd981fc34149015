import type { CaseKind } from "@sanu/contracts";
import type { Clock } from "@sanu/kernel";
import {
  type EventStore,
  type ReactionInput,
  type ReactionResult,
  runDecider,
} from "@sanu/platform";
import { staffCase } from "./decide.ts";
import type { CaseEvent } from "./events.ts";
import { caseIdOf } from "./keys/case-id.ts";
import type { Found } from "./state.ts";

export interface CaseDeps {
  readonly cases: EventStore<CaseEvent>;
  readonly clock: Clock;
}

export interface Finding extends Omit<Found, "caseId"> {
  readonly kind: CaseKind;
  /** What tells this finding from others of its kind about the same subject; absent where there can be one only. */
  readonly key?: string;
}

/**
 * Opens the case of a finding, once: the same finding again, by whichever fact or request, is no news. What a fact told
 * names the row that it is handled.
 */
export async function openCase(
  { cases, clock }: CaseDeps,
  finding: Finding,
  { context, handled }: Pick<ReactionInput, "context"> & Partial<Pick<ReactionInput, "handled">>,
): Promise<ReactionResult> {
  const { key = null, ...found } = finding;
  const caseId = caseIdOf(finding.kind, finding.subject.kind, finding.subject.id, key);
  const result = await runDecider({
    store: cases,
    decider: staffCase,
    streamId: caseId,
    isNew: true,
    command: { kind: "open", found: { caseId, ...found }, at: clock.now() },
    context,
    writes: () => (handled === undefined ? [] : [handled]),
  });
  if (result.kind !== "refused") return result;
  throw new Error(`A finding cannot be refused with ${result.refusal.code}`);
}
