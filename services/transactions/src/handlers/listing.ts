import type { FieldErrors } from "@sanu/contracts";
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

type Page<Asked> = Omit<Asked, "cursor"> & { readonly cursor: ListCursor | null };

/** Which page is asked for; broken where its cursor is none of ours or a day is none. */
export function pageOf<Asked extends AskedPage>(
  asked: Asked,
):
  | { readonly kind: "page"; readonly page: Page<Asked> }
  | { readonly kind: "broken"; readonly fields: FieldErrors } {
  const cursor = asked.cursor === null ? null : readCursor(asked.cursor);
  const [isFrom, isTo] = [isDay(asked.fromDay), isDay(asked.toDay)];
  if (cursor !== undefined && isFrom && isTo) return { kind: "page", page: { ...asked, cursor } };
  const fields = {
    ...(cursor === undefined && { cursor: ["invalid" as const] }),
    ...(!isFrom && { from: ["invalid" as const] }),
    ...(!isTo && { to: ["invalid" as const] }),
  };
  return { kind: "broken", fields };
}

function isDay(text: string | null): boolean {
  return text === null || isInstant(`${text}T00:00:00.000000Z`);
}
