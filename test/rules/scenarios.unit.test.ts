import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");

/** The cells of each row of the table that begins with `| what comes |`; an empty first cell is that of the row above. */
function rowsOf(path: string): readonly (readonly string[])[] {
  const [, table = ""] = read(path).split(/^\| what comes .*\n\|[-|]+\n/m);
  const [lines = ""] = table.split(/^\n/m);
  let what = "";
  return lines
    .trimEnd()
    .split("\n")
    .map((line) => {
      const [first = "", ...others] = line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim());
      what = first === "" ? what : first;
      return [what, ...others];
    });
}

const folder = "test/e2e/";
const scenarios = readdirSync(new URL(folder, root))
  .filter((name) => name.endsWith(".e2e.test.ts"))
  .map((name) => read(`${folder}${name}`))
  .join("\n");
const isScenario = (title: string) =>
  title === "–" || title.split(" … ").every((part) => scenarios.includes(part));

describe("what can come in which status", () => {
  const told = rowsOf("services/transactions/README.md");
  const shown = rowsOf("test/e2e/README.md");

  it("is shown row by row, in both directions", () => {
    expect(told.length).toBeGreaterThan(20);
    expect(shown.map(([what, status]) => [what, status])).toEqual(
      told.map(([what, status]) => [what, status]),
    );
  });

  it("is shown by scenarios that exist", () => {
    const titles = shown.flatMap(([, , purchase = "", sale = ""]) => [purchase, sale]);
    expect(titles.filter((title) => !isScenario(title))).toEqual([]);
    expect(isScenario("a purchase that nobody ever made")).toBe(false);
  });
});
