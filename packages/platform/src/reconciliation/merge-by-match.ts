import type { BookedMovement, MatchedSides, StatedMovement } from "./movement.ts";

/**
 * Merges two streams that are ordered by `matchId`, in memory for one name at a time. Throws where a stream is out of
 * order: half a merge would find differences that there are not.
 */
export async function* mergeByMatch(
  booked: AsyncIterable<BookedMovement>,
  stated: AsyncIterable<StatedMovement>,
): AsyncGenerator<MatchedSides> {
  const ours = groupsOf(booked)[Symbol.asyncIterator]();
  const theirs = groupsOf(stated)[Symbol.asyncIterator]();
  let [one, other] = [await nextOf(ours), await nextOf(theirs)];
  while (one !== undefined || other !== undefined) {
    const matchId = lesserOf(one?.matchId, other?.matchId);
    const isOurs = one?.matchId === matchId;
    const isTheirs = other?.matchId === matchId;
    yield {
      matchId,
      booked: isOurs ? (one?.items ?? []) : [],
      stated: isTheirs ? (other?.items ?? []) : [],
    };
    if (isOurs) one = await nextOf(ours);
    if (isTheirs) other = await nextOf(theirs);
  }
}

interface Group<Item> {
  readonly matchId: string;
  readonly items: readonly Item[];
}

async function* groupsOf<Item extends { readonly matchId: string }>(
  items: AsyncIterable<Item>,
): AsyncGenerator<Group<Item>> {
  let group: { readonly matchId: string; readonly items: Item[] } | undefined;
  for await (const item of items) {
    if (group?.matchId === item.matchId) {
      group.items.push(item);
      continue;
    }
    if (group !== undefined) {
      if (item.matchId < group.matchId) throw new Error("A stream is out of order");
      yield group;
    }
    group = { matchId: item.matchId, items: [item] };
  }
  if (group !== undefined) yield group;
}

async function nextOf<Item>(iterator: AsyncIterator<Item, void>): Promise<Item | undefined> {
  const next = await iterator.next();
  return next.done === true ? undefined : next.value;
}

function lesserOf(one: string | undefined, other: string | undefined): string {
  if (one === undefined) return other ?? "";
  return other === undefined || one < other ? one : other;
}
