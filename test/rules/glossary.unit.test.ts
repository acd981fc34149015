import { describe, expect, it } from "vitest";
import { findUnsaidWords, readUnsaidWords } from "./tidy/find-unsaid-words.ts";
import { listFiles, readSources, readText } from "./tree/repository.ts";

const glossary = readText("docs/glossary.md");
const unsaid = readUnsaidWords(glossary);
const sources = readSources().filter(({ path }) => !path.startsWith("test/rules/"));

/** The first cells of all tables but the last. */
const terms = [...glossary.slice(0, glossary.indexOf("## Say it so")).matchAll(/^\| ([^|]+) \|/gm)]
  .map(([, cell = ""]) => cell.trim())
  .filter((cell) => cell !== "term" && !/^-+$/.test(cell));

describe("the glossary", () => {
  it("is seen whole", () => {
    expect(terms.length).toBeGreaterThan(100);
    expect(unsaid).toContain("house");
    expect(sources.length).toBeGreaterThan(1_000);
  });

  it("says each term once", () => {
    expect(terms.filter((term, index) => terms.indexOf(term) !== index)).toEqual([]);
  });

  it("has only terms that the code uses", () => {
    const code = [...listFiles(), ...sources.map(({ text }) => text)].join("\n");
    const unused = terms.filter((term) => {
      const words = term.replace(/y$/, "(?:y|ies)").split(/[ -]/).join("[ _-]?");
      return !new RegExp(words, "i").test(code);
    });

    expect(unused).toEqual([]);
  });

  it("is kept by every name", () => {
    expect(sources.flatMap((file) => findUnsaidWords(file, unsaid))).toEqual([]);
  });
});

describe("a planted word that is not said is found", () => {
  const found = (text: string, path = "packages/kernel/src/a.ts") =>
    findUnsaidWords({ path, text }, new Set(["house", "told", "return"]));

  it.each([
    "const house = 1;",
    "function f(a: { isTold: boolean }) {}",
    "interface ReceivingHouse {}",
    "import { a as openHouse } from './a.ts';",
    "const a = `select told_at from attempts where id = ${b}`;",
    'const a = "owed_return";',
    "const a = iterator.return;",
    "const a = { return() {} };",
    "const a = { return: 1 };",
  ])("in %s", (text) => {
    expect(found(text)).toHaveLength(1);
  });

  it("in the name of a file", () => {
    expect(found("", "packages/kernel/src/open-house.ts")).toHaveLength(1);
  });

  it("and nothing in prose, in longer words and in names of others", () => {
    expect(
      found(`// the house is told
        type A = ReturnType<typeof b>;
        const warehouse = { returnUrl: "the house returns what it was told" };`),
    ).toEqual([]);
  });
});

describe("the words that are not said", () => {
  it("are the first cells of the last table", () => {
    const table =
      "## Say it so\n\n| not | but |\n|---|---|\n| told, heard | sent |\n| house | deps |";

    expect([...readUnsaidWords(table)]).toEqual(["told", "heard", "house"]);
  });
});
