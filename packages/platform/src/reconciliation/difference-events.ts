import {
  DifferenceKind,
  eventsOf,
  InstantText,
  idOf,
  MovementSide,
  type StatementFacts,
} from "@sanu/contracts";
import { type TransactionId, unreachable } from "@sanu/kernel";
import { z } from "zod";
import { type PublicFact, publicFact } from "../event-store/events.ts";

const event = eventsOf({
  differenceId: z.uuid(),
  provider: z.string(),
  account: z.string(),
  kind: DifferenceKind,
  transactionId: idOf<TransactionId>().nullable(),
});

export const StatementDifferenceFound = event("StatementDifferenceFound", {
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

export const DifferenceEvent = z.discriminatedUnion("type", [
  StatementDifferenceFound,
  StatementDifferenceResolved,
]);
export type DifferenceEvent = z.infer<typeof DifferenceEvent>;
export type DifferenceFound = z.infer<typeof StatementDifferenceFound>;

/** Both are public: whoever keeps the cases decides what follows. */
export function publishDifference(facts: StatementFacts) {
  return (event: DifferenceEvent): PublicFact => {
    switch (event.type) {
      case "StatementDifferenceFound": {
        const { type: _type, v: _v, ...data } = event;
        return publicFact(facts.StatementDifferenceFound, data);
      }
      case "StatementDifferenceResolved": {
        const { type: _type, v: _v, ...data } = event;
        return publicFact(facts.StatementDifferenceResolved, data);
      }
      default:
        return unreachable(event);
    }
  };
}
