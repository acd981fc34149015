import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { markUnfinished, refuseUnfinished } from "./unfinished-set.ts";

const folder = mkdtempSync(join(tmpdir(), "sanu-unfinished-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("a data folder in which a demo set is made", () => {
  it("is refused until the set is whole, with what to do", () => {
    expect(() => refuseUnfinished(folder)).not.toThrow();
    const unmark = markUnfinished(folder);
    expect(() => refuseUnfinished(folder)).toThrow(/broken off .* Begin anew with --fresh/);
    unmark();
    expect(() => refuseUnfinished(folder)).not.toThrow();
  });
});
