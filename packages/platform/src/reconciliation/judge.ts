import type { DifferenceKind } from "@sanu/contracts";
import type { BookedMovement, MatchedSides, StatedMovement } from "./movement.ts";

export interface Difference {
  readonly kind: Exclude<DifferenceKind, "other-balance">;
  readonly matchId: string;
  readonly booked: BookedMovement | null;
  readonly stated: StatedMovement | null;
  /** Which one of several of its kind and name, behind the first: each is money of its own. */
  readonly copy?: number;
}

/** Nothing where both sides agree. Pure: what is too young to be judged is not given to it. */
export function judge({ matchId, booked, stated }: MatchedSides): readonly Difference[] {
  const [ours = null, ...alsoOurs] = movedFirst(booked);
  const [theirs = null, ...copies] = movedFirst(stated.filter(isOurBusiness));
  const [again, copied] = [alsoOurs.filter(hasMoved), copies.filter(hasMoved)];
  const lost = (all: readonly BookedMovement[]) =>
    all.map((booked, at) =>
      differenceOf("missing-at-provider", { matchId, booked, stated: null }, at),
    );
  const lines = (kind: Difference["kind"], all: readonly StatedMovement[]) =>
    all.map((stated, at) => differenceOf(kind, { matchId, booked: ours, stated }, at));
  if (ours === null) {
    return theirs === null || movedNothing(theirs)
      ? []
      : lines("missing-at-us", [theirs, ...copied]);
  }
  if (theirs === null) return hasMoved(ours) ? lost([ours, ...again]) : [];
  // Money has one name: what is told more often on one side than on the other is there too often.
  return [
    ...kindsOf(ours, theirs).flatMap((kind) => lines(kind, [theirs])),
    ...lost(again.slice(copied.length)),
    ...lines("doubled", copied.slice(again.length)),
  ];
}

function differenceOf(
  kind: Difference["kind"],
  sides: Omit<Difference, "kind" | "copy">,
  copy: number,
): Difference {
  return copy === 0 ? { kind, ...sides } : { kind, ...sides, copy };
}

/** What the owner moves by hand is no movement of the exchange; it counts in the balance. */
function isOurBusiness({ kind }: StatedMovement): boolean {
  return kind !== "transfer-in" && kind !== "transfer-out";
}

const ranks: Readonly<Record<BookedMovement["state"], number>> = {
  settled: 0,
  reversed: 0,
  pending: 1,
  failed: 2,
};

/** In whatever order they are told: what failed under a name of which money moved, too, is no other side of that money. */
function movedFirst<Movement extends BookedMovement | StatedMovement>(
  movements: readonly Movement[],
): readonly Movement[] {
  return movements.toSorted((one, other) => ranks[one.state] - ranks[other.state]);
}

/** What nobody has paid yet is no receipt, and nobody may ever pay it; what is on its way out may have left without us. */
function movedNothing({ kind, state }: StatedMovement): boolean {
  const isIn = kind === "collection" || kind === "capture";
  return state === "failed" || (state === "pending" && isIn);
}

function hasMoved({ state }: BookedMovement | StatedMovement): boolean {
  return state === "settled" || state === "reversed";
}

/** Amounts are compared where money moved: of what failed nothing is left to compare. */
function kindsOf(ours: BookedMovement, theirs: StatedMovement): readonly Difference["kind"][] {
  if (ours.kind !== theirs.kind) return ["other-kind"];
  if (ours.state !== theirs.state) return isUnderWay(ours, theirs) ? [] : ["other-state"];
  if (!hasMoved(ours)) return [];
  const isSameAmount = ours.currency === theirs.currency && ours.amount === theirs.amount;
  return [
    ...(isSameAmount ? [] : (["other-amount"] as const)),
    ...(ours.fee === theirs.fee ? [] : (["other-fee"] as const)),
  ];
}

/** We gave up what never moved there, or still ask about what did not: no money is in doubt. */
function isUnderWay(ours: BookedMovement, theirs: StatedMovement): boolean {
  return !hasMoved(ours) && !hasMoved(theirs) && !(ours.state === "failed" && isOpen(theirs));
}

function isOpen({ state }: StatedMovement): boolean {
  return state === "pending";
}
