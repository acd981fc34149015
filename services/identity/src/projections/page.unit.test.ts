import { instant, newId } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { type Place, pageOfRows, readCursor } from "./page.ts";

const places: readonly Place[] = [4, 3, 2].map((day) => ({
  at: instant(`2026-11-0${day}T00:00:00.000001Z`),
  id: newId(),
}));
const as = { placeOf: (row: Place) => row, viewOf: (row: Place) => row.id };

describe("a page of a list", () => {
  it("leads on from its last row where more follow", () => {
    const { rows, nextCursor } = pageOfRows(places, 2, as);

    expect(rows).toEqual(places.slice(0, 2).map(({ id }) => id));
    expect(readCursor(nextCursor)).toEqual(places[1]);
  });

  it("leads nowhere where it is the last one", () => {
    expect(pageOfRows(places, 3, as).nextCursor).toBeNull();
    expect(pageOfRows([], 3, as)).toEqual({ rows: [], nextCursor: null });
  });

  it("begins at the newest row without a cursor, and nowhere with one that is not ours", () => {
    expect(readCursor(null)).toBeNull();
    for (const text of ["", "x", "é", Buffer.from("2026-11-04/1").toString("base64url")]) {
      expect(readCursor(text)).toBeUndefined();
    }
  });
});
