import { describe, expect, it } from "vitest";
import { isTest, readSources, readText } from "./tree/repository.ts";

const page = "docs/rails.md";
const connectors = "packages/rails/src/mobile-money";
/** Rows whose words are statuses and codes of the provider, each of which a connector must know. */
const wordRows = /^(accepted|pending|completed|settled|failed|not-found)\b/;

/** A table of the page: what a provider's column says, row by row. */
type Columns = ReadonlyMap<string, ReadonlyMap<string, string>>;

const cellsOf = (line: string) =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());

const sectionOf = (text: string, port: string) =>
  text.split(/^## /m).find((part) => part.includes(`\`${port}\``)) ?? "";

/** By the folder's name of each provider: `MTN MoMo` is `mtnmomo`, `pawaPay v2` is `pawapay`. */
function readTable(text: string, port: string): Columns {
  const [head = "", , ...lines] = sectionOf(text, port)
    .split("\n")
    .filter((line) => line.startsWith("|"));
  const rows = lines.map(cellsOf);
  return new Map(
    cellsOf(head).flatMap((title, index) => {
      if (index === 0) return [];
      const folder = title
        .toLowerCase()
        .replace(/ v\d+$/, "")
        .replaceAll(/[\s']/g, "");
      return [[folder, new Map(rows.map((cells) => [plain(cells[0]), cells[index] ?? ""]))]];
    }),
  );
}

const plain = (cell = "") => cell.replaceAll("`", "");

/** The names in a cell: `FAILED`, `canceled`, `*_partially_refunded`; no paths, no sentences. */
function wordsIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)]
    .map(([, word = ""]) => word)
    .filter((word) => /^[\w*]+$/.test(word));
}

const sources = readSources();
const folders = [
  ...new Set(
    sources.flatMap(({ path }) =>
      path.startsWith(`${connectors}/`) ? [path.slice(connectors.length + 1).split("/")] : [],
    ),
  ),
]
  .flatMap(([folder = "", file]) => (file === undefined || folder === "sandbox" ? [] : [folder]))
  .filter((folder, index, all) => all.indexOf(folder) === index);

const codeOf = (folder: string) =>
  sources
    .filter(({ path }) => path.startsWith(`${connectors}/${folder}/`) && !isTest(path))
    .map(({ text }) => text.replaceAll(/\/\*[\s\S]*?\*\//g, ""))
    .join("\n");

function isKnown(code: string, word: string): boolean {
  const pattern = word.replaceAll("*", "\\w+");
  return new RegExp(`"${pattern}"|\\b${pattern}:`).test(code);
}

const ports = [
  { port: "CollectionRail", member: "collection" },
  { port: "DisburseRail", member: "disbursement" },
] as const;

describe("the page of the rails", () => {
  const text = readText(page);

  it("names more providers than one, each with rows", () => {
    expect(folders).toContain("fedapay");
    expect(readTable(text, "CollectionRail").get("fedapay")?.get("pending")).toBe("`pending`");
    expect(isKnown('approved: "completed"', "approved")).toBe(true);
    expect(isKnown('approved_partially_refunded: "completed"', "*_partially_refunded")).toBe(true);
    expect(isKnown('approved: "completed"', "aproved")).toBe(false);
  });

  const served = folders.flatMap((folder) =>
    ports
      .filter(({ member }) => !new RegExp(`\\b${member}: null`).test(codeOf(folder)))
      .map(({ port }) => ({ folder, port })),
  );

  it.each(served)("says of $port of $folder what its code says", ({ folder, port }) => {
    const column = readTable(text, port).get(folder);
    const code = codeOf(folder);
    const words = [...(column ?? [])].flatMap(([row, cell]) =>
      wordRows.test(row) ? wordsIn(cell) : [],
    );

    expect([...(column?.keys() ?? [])]).toContain("retryRule");
    const rule = wordsOfRule(column?.get("retryRule"));
    expect([rule, code.includes(`"${rule}"`)]).toEqual([rule, true]);
    expect(words.length).toBeGreaterThan(0);
    expect(words.filter((word) => !isKnown(code, word))).toEqual([]);
  });

  it.each(folders)(
    "says of StatementRail of %s whether it is served, and in which words",
    (folder) => {
      const column = readTable(text, "StatementRail").get(folder);
      const code = codeOf(folder);
      const below = sectionOf(text, "StatementRail")
        .split("\n")
        .filter((line) => !line.startsWith("|") && line.toLowerCase().includes(folder));
      const said = column?.get("readPage") ?? below[0] ?? "";
      const isServed = !/\bstatement: null/.test(code);
      expect([said, said.includes("not served")]).toEqual([said, !isServed]);
      if (!isServed) return;
      const words = [...(column ?? [])].flatMap(([row, cell]) =>
        wordRows.test(row) ? wordsIn(cell) : [],
      );
      expect(words.length).toBeGreaterThan(0);
      expect(words.filter((word) => !isKnown(code, word))).toEqual([]);
    },
  );
});

function wordsOfRule(cell: string | undefined): string {
  return /`([a-z-]+)`/.exec(cell ?? "")?.[1] ?? "none";
}
