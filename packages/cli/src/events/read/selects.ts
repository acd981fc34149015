import type { PublishedFact } from "@sanu/platform";
import type { Selection } from "./selection.ts";

/** Tells whether a fact is wanted. */
export function selects(selection: Selection): (fact: PublishedFact) => boolean {
  const { from = "", until, aggregateIds } = selection;
  const types = selection.types && new Set(selection.types);
  const aggregates = aggregateIds && new Set(aggregateIds);
  return ({ type, time, aggregateId }) =>
    time >= from &&
    (until === undefined || time < until) &&
    (types === undefined || types.has(type) || types.has(nameOfType(type))) &&
    (aggregates === undefined || aggregates.has(aggregateId));
}

/** `sanu.payments.PaymentCompleted.v1` → `PaymentCompleted` */
function nameOfType(type: string): string {
  return type.split(".")[2] ?? type;
}
