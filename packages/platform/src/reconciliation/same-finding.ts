import { isDeepStrictEqual } from "node:util";
import type { DifferenceFound } from "./difference-events.ts";

/** Whether a later run has found what is known, so that what was said of that is said of this. */
export function isSameFinding(known: DifferenceFound, found: DifferenceFound): boolean {
  if (known.kind === "other-balance") return isSameGap(known, found);
  return isDeepStrictEqual(sidesOf(known), sidesOf(found));
}

function sidesOf({ reference, booked, stated }: DifferenceFound) {
  return { reference, booked, stated };
}

/**
 * A balance moves on with every line; what is missing between them is the same for as long as the period reaches back to it. A gap in a
 * period that began later is another one, also where it is as large.
 */
function isSameGap(known: DifferenceFound, found: DifferenceFound): boolean {
  return gapOf(known) === gapOf(found) && found.occurredAt < known.foundAt;
}

function gapOf({ booked, stated }: DifferenceFound): bigint {
  return BigInt(stated?.amount ?? "0") - BigInt(booked?.amount ?? "0");
}
