import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { anchorsOf, findBrokenLink } from "./runbooks/find-broken-link.ts";
import { listFiles, readText, root } from "./tree/repository.ts";

const index = "deploy/runbooks/README.md";
const pages = listFiles()
  .filter((path) => /^deploy\/runbooks\/[a-z-]+\.md$/.test(path))
  .map((path) => ({ path, name: path.split("/").at(-1) ?? "", text: readText(path) }));

/** The commands of the shell, as its own README lists them. */
const commands = new Set(
  [...readText("packages/cli/README.md").matchAll(/`sanu ([a-z -]+)/g)].map(([, words = ""]) =>
    words.trim(),
  ),
);

const saidCommands = (text: string) =>
  [...text.matchAll(/(?:^|`)(?:pnpm )?sanu ([a-z][a-z -]*[a-z])/gm)].map(([, words = ""]) => words);

/** A page may say `sanu cases withdraw …` where the README says `withdraw …` behind its neighbour. */
const isCommand = (said: string) =>
  [...commands].some(
    (known) => `${said} `.startsWith(`${known} `) || `${known} `.startsWith(`${said} `),
  ) || /^cases (?:show|withdraw)\b/.test(said);

const testsNamedIn = (text: string) => {
  const [, tried = ""] = text.split("\n## Tried by\n");
  return [...tried.matchAll(/`((?:packages|services|test)\/[^`]+\.test\.ts)`/g)].map(
    ([, path = ""]) => path,
  );
};

describe("the runbooks", () => {
  it("are all in the index, which names no others", () => {
    const listed = [...readText(index).matchAll(/\]\(([a-z-]+\.md)\)/g)].map(
      ([, name = ""]) => name,
    );
    expect(listed.toSorted()).toEqual(pages.map(({ name }) => name).toSorted());
  });

  it.each(pages)("$name says what to do and by which tests it was tried", ({ text }) => {
    expect(anchorsOf(text)).toEqual(expect.arrayContaining(["tried-by"]));
    expect(testsNamedIn(text)).not.toEqual([]);
  });

  it.each(pages)("$name is named by a test that it names", ({ name, text }) => {
    const tests = testsNamedIn(text);
    expect(tests.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect(tests.filter((path) => readText(path).includes(`runbooks/${name}`))).not.toEqual([]);
  });

  it.each(pages)("$name asks for commands that the shell has", ({ text }) => {
    expect(saidCommands(text).filter((said) => !isCommand(said))).toEqual([]);
  });

  it.each(pages)("$name leads to headings that exist", ({ text, path }) => {
    const links = [...text.matchAll(/\]\(([^)#]*)#([^)]+)\)/g)];
    const broken = links.map(([, page = "", anchor = ""]) => {
      const target = page === "" ? path : join("deploy/runbooks", page);
      return findBrokenLink(`${target}#${anchor}`);
    });
    expect(broken.filter((each) => each !== undefined)).toEqual([]);
  });

  it("are found to name commands and headings that nothing has", () => {
    expect(saidCommands("`sanu money find`\nsanu books --at x").map(isCommand)).toEqual([
      false,
      true,
    ]);
    expect(findBrokenLink("deploy/runbooks/failover.md#nowhere")).toContain("has no #nowhere");
  });
});
