import {
  DifferenceKind,
  eventsOf,
  InstantText,
  idOf,
  MovementSide,
  type StatementFacts,
} from "@sanu/contracts";
import { type CaseId, type TransactionId, unreachable } from "@sanu/kernel";
import { z } from "zod";
import type { Database } from "../database/open-database.ts";
import { createEventStore, type EventStore } from "../event-store/event-store.ts";
import { type PublicFact, publicFact } from "../event-store/events.ts";
import type { ServiceGate } from "../event-store/gate.ts";

const event = eventsOf({
  differenceId: z.uuid(),
  provider: z.string(),
  account: z.string(),
  kind: DifferenceKind,
  transactionId: idOf<TransactionId>().nullable(),
});

export const StatementDifferenceFound = event("StatementDifferenceFound", {
  name: z.string(),
  reference: z.string().nullable(),
  key: z.string().nullable(),
  subjectId: z.uuid().nullable(),
  booked: MovementSide.nullable(),
  stated: MovementSide.nullable(),
  occurredAt: InstantText,
  foundAt: InstantText,
});

const StatementDifferenceResolved = event("StatementDifferenceResolved", {
  foundAt: InstantText,
  resolvedAt: InstantText,
});

/** Two of the staff have said what it is. Their words are where the case is. */
const StatementDifferenceDecided = event("StatementDifferenceDecided", {
  foundAt: InstantText,
  caseId: idOf<CaseId>(),
  proposalId: z.string(),
  decidedAt: InstantText,
});

export const DifferenceEvent = z.discriminatedUnion("type", [
  StatementDifferenceFound,
  StatementDifferenceDecided,
  StatementDifferenceResolved,
]);
export type DifferenceEvent = z.infer<typeof DifferenceEvent>;
export type DifferenceFound = z.infer<typeof StatementDifferenceFound>;
export type DifferenceDecided = z.infer<typeof StatementDifferenceDecided>;

/** What is found and what is no more: whoever keeps the cases decides what follows, and has said herself what is decided. */
export function publishDifference(facts: StatementFacts) {
  return (event: DifferenceEvent): PublicFact | undefined => {
    switch (event.type) {
      case "StatementDifferenceFound": {
        const { type: _type, v: _v, ...data } = event;
        return publicFact(facts.StatementDifferenceFound, data);
      }
      case "StatementDifferenceResolved": {
        const { type: _type, v: _v, ...data } = event;
        return publicFact(facts.StatementDifferenceResolved, data);
      }
      case "StatementDifferenceDecided":
        return undefined;
      default:
        return unreachable(event);
    }
  };
}

/** The log of the differences of one service. */
export function openDifferences(
  { database, gate, wakeRelay }: DifferencesLog,
  facts: StatementFacts,
): EventStore<DifferenceEvent> {
  const log = { database, gate, projections: [], afterPublicCommit: wakeRelay };
  return createEventStore({ ...log, schema: DifferenceEvent, publish: publishDifference(facts) });
}

interface DifferencesLog {
  readonly database: Database;
  readonly gate: ServiceGate;
  readonly wakeRelay: () => void;
}
