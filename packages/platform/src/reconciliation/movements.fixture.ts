import { type Instant, instant, plusMs } from "@sanu/kernel";
import type { BookedMovement, StatedMovement } from "./movement.ts";

export const movementsBegin: Instant = instant("2026-11-21T00:00:00.000000Z");

const kinds = ["collection", "refund", "disbursement"] as const;

/** The n-th movement of an account, the same whenever it is asked for, and how both sides tell it. */
export function movementAt(
  number: number,
  everyMs: number,
): { readonly booked: BookedMovement; readonly stated: StatedMovement } {
  const kind = kinds[number % kinds.length] ?? "collection";
  const matchId = `m${String((number * 7_919) % 1_000_003).padStart(7, "0")}-${number}`;
  const at = plusMs(movementsBegin, number * everyMs);
  const amount = BigInt(1_000 + (number % 997));
  const fee = kind === "disbursement" ? (amount + 99n) / 100n : 0n;
  const shared = { matchId, kind, currency: "XOF", amount, fee, state: "settled" } as const;
  return {
    booked: {
      ...shared,
      at: plusMs(at, 40),
      subjectId: `s-${number}`,
      transactionId: `t-${number}`,
    },
    // The provider has its own name of a receipt; what we order goes under our key.
    stated: {
      ...shared,
      at,
      reference: kind === "collection" ? matchId : `r-${number}`,
      key: matchId,
    },
  };
}

export async function* streamOf<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  yield* items;
}

export function inOrder<Item extends { readonly matchId: string }>(
  items: readonly Item[],
): readonly Item[] {
  return items.toSorted((one, other) => (one.matchId < other.matchId ? -1 : 1));
}
