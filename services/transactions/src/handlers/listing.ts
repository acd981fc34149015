import { isInstant } from "@sanu/kernel";
import { type ListCursor, readCursor } from "../projections/list/cursor.ts";
import type { ListSource } from "../projections/list/query.ts";

/** What reads pages of transactions. */
export interface ListingDeps extends ListSource {
  readonly timeZone: string;
}

interface AskedPage {
  readonly cursor: string | null;
  readonly fromDay: string | null;
  readonly toDay: string | null;
}

/** Which page is asked for; `undefined` where its cursor is none of ours or a day is none. */
export function pageOf<Asked extends AskedPage>(
  asked: Asked,
): (Omit<Asked, "cursor"> & { readonly cursor: ListCursor | null }) | undefined {
  const cursor = asked.cursor === null ? null : readCursor(asked.cursor);
  const isPage = cursor !== undefined && isDay(asked.fromDay) && isDay(asked.toDay);
  return isPage ? { ...asked, cursor } : undefined;
}

function isDay(text: string | null): boolean {
  return text === null || isInstant(`${text}T00:00:00.000000Z`);
}
