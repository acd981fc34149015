import type { AggregatorChange, ConnectorDirectionChange, FieldErrors } from "@sanu/contracts";
import { type Clock, fold, xof } from "@sanu/kernel";
import { type EventStore, type ProposedOperation, refuse, runDecider } from "@sanu/platform";
import { asOfNow, crossedDirections } from "../connector-terms/changed-terms.ts";
import type { TermsChange, WantedTerms } from "../connector-terms/commands.ts";
import { connectorTerms } from "../connector-terms/decide.ts";
import type { ConnectorTermsEvent } from "../connector-terms/events.ts";
import { connectorTermsStream } from "../connector-terms/stream.ts";

export interface AggregatorOperationDeps {
  readonly connectorTerms: EventStore<ConnectorTermsEvent>;
  readonly clock: Clock;
}

/** Whether, in which order and within which bounds a provider gets orders. */
export function aggregatorOperation({
  connectorTerms: store,
  clock,
}: AggregatorOperationDeps): ProposedOperation<AggregatorChange> {
  return {
    async check(change) {
      const state = fold(connectorTerms, (await store.load(connectorTermsStream)).events);
      const wanted = wantedOf(change);
      const crossed = crossedDirections(state, wanted);
      if (crossed.length === 0) return { accountId: null, asOf: asOfNow(state, wanted) };
      const fields = crossed.map((direction) => [`${direction}.max_xof`, ["below-least"]] as const);
      return refuse("validation-failed", undefined, Object.fromEntries(fields) as FieldErrors);
    },
    async execute({ content, asOf, proposalId, proposedBy: by, approvedBy, settle, context }) {
      const ofStaff = { proposalId, by, approvedBy, at: clock.now() };
      const result = await runDecider({
        store,
        decider: connectorTerms,
        streamId: connectorTermsStream,
        command: { kind: "change", ...wantedOf(content), ...ofStaff, asOf: JSON.stringify(asOf) },
        context,
        writes: () => [settle],
      });
      if (result.kind === "accepted") return { kind: "executed" };
      if (result.kind !== "refused") return result;
      return result.refusal.code === "outdated"
        ? { kind: "outdated" }
        : refuse("validation-failed");
    },
  };
}

function wantedOf({ code: provider, collection, disbursement }: AggregatorChange): WantedTerms {
  return {
    provider,
    changes: {
      ...(collection && { collection: changeOf(collection) }),
      ...(disbursement && { disbursement: changeOf(disbursement) }),
    },
  };
}

function changeOf(change: ConnectorDirectionChange): TermsChange {
  const { is_enabled: isEnabled, priorities, min_xof: least, max_xof: most } = change;
  const amountOf = (whole: number | null | undefined) =>
    whole === null || whole === undefined ? whole : xof(BigInt(whole));
  const bounds = { amountXofMin: amountOf(least), amountXofMax: amountOf(most) };
  return { isEnabled, priorities, ...bounds };
}
