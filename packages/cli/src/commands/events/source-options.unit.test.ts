import { expect, it } from "vitest";
import { selectionOf } from "./source-options.ts";

const all = { fromLog: false, stream: [], type: [], aggregate: [] };

it("facts that are still to come are nobody's: an empty export of them would be taken for all there is", () => {
  expect(selectionOf({ ...all, from: "2026-11-21" })).toEqual({
    from: "2026-11-21T00:00:00.000000Z",
  });
  expect(selectionOf({ ...all, until: "2999-01-01" })).toEqual({
    until: "2999-01-01T00:00:00.000000Z",
  });
  expect(() => selectionOf({ ...all, from: "2999-01-01" })).toThrow(
    "--from 2999-01-01 lies ahead; write a moment that has passed",
  );
});
