import { ListWaitlist } from "@sanu/contracts";
import { handleRequest, refuseCursor } from "@sanu/platform";
import { type Kysely, sql } from "kysely";
import type { IdentityTables } from "../../database/schema.ts";
import { pageOfRows, readCursor } from "../../projections/page.ts";

export const listWaitlist = (deps: { readonly tables: Kysely<IdentityTables> }) =>
  handleRequest(ListWaitlist, async ({ limit, cursor }) => {
    const place = readCursor(cursor);
    if (place === undefined) return refuseCursor();
    const rows = await deps.tables
      .selectFrom("waitlist")
      .selectAll()
      .$if(place !== null, (query) =>
        query.where(sql<boolean>`(joined_at, entry_id) < (${place?.at}, ${place?.id})`),
      )
      .orderBy("joined_at", "desc")
      .orderBy("entry_id", "desc")
      .limit(limit + 1)
      .execute();
    return pageOfRows(rows, limit, {
      placeOf: (row) => ({ at: row.joined_at, id: row.entry_id }),
      viewOf: (row) => ({
        id: row.entry_id,
        email: row.email,
        name: row.name,
        whatsapp: row.whatsapp,
        country: row.country,
        created_at: row.joined_at,
      }),
    });
  });
