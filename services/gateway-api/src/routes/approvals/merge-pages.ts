import { type ProposalView, proposalCursor } from "@sanu/contracts";

/** What one service shows of what waits there, the oldest first. */
export interface ProposalPage {
  readonly rows: readonly ProposalView[];
  readonly nextCursor: string | null;
}

/** One page of those of several services: up to where the first of them ends whose next one follows, which may be shorter than asked for. */
export function mergePages(pages: readonly ProposalPage[], limit: number) {
  const ends = pages.flatMap(({ rows, nextCursor }) => {
    const last = nextCursor === null ? undefined : rows.at(-1);
    return last === undefined ? [] : [placeOf(last)];
  });
  const [end] = ends.toSorted();
  const all = pages.flatMap(({ rows }) => rows);
  const known = all.filter((row) => end === undefined || placeOf(row) <= end);
  const rows = known
    .toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))
    .slice(0, limit);
  const last = end !== undefined || all.length > rows.length ? rows.at(-1) : undefined;
  return { rows, nextCursor: last === undefined ? null : proposalCursor(last) };
}

function placeOf({ proposed_at: at, id }: ProposalView): string {
  return `${at}/${id}`;
}
