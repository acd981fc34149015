import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { anchorsOf, findBrokenLink } from "./runbooks/find-broken-link.ts";
import { findWrongCommand } from "./runbooks/find-wrong-command.ts";
import { saidCommands } from "./runbooks/said-commands.ts";
import { readShell } from "./runbooks/shell.ts";
import { listFiles, readText, root } from "./tree/repository.ts";

const index = "deploy/runbooks/README.md";
const pages = listFiles()
  .filter((path) => /^deploy\/runbooks\/[a-z-]+\.md$/.test(path))
  .map((path) => ({ path, name: path.split("/").at(-1) ?? "", text: readText(path) }));

const alarms = { name: "the page of alarms", text: readText("deploy/alarms/README.md") };

/** Of the changelog each entry is about a release of its own. */
const everyPage = listFiles().filter((path) => path.endsWith(".md") && path !== "CHANGELOG.md");

const shell = await readShell();

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

  it.each(pages)("$name leads to headings that exist", ({ text, path }) => {
    const links = [...text.matchAll(/\]\(([^)#]*)#([^)]+)\)/g)];
    const broken = links.map(([, page = "", anchor = ""]) => {
      const target = page === "" ? path : join("deploy/runbooks", page);
      return findBrokenLink(`${target}#${anchor}`);
    });
    expect(broken.filter((each) => each !== undefined)).toEqual([]);
  });

  it.each([...pages, alarms])(
    "$name asks for no program that whoever is woken may lack",
    ({ text }) => {
      expect(text.match(/\bpnpm\b.*/g)).toBeNull();
    },
  );

  it("are found to lead to headings that nothing has", () => {
    expect(findBrokenLink("deploy/runbooks/failover.md#nowhere")).toContain("has no #nowhere");
  });
});

describe("the commands that pages ask for", () => {
  const wrongIn = (text: string) =>
    saidCommands(text).flatMap((said) => {
      const why = findWrongCommand(shell, said);
      return why === undefined ? [] : [`${said.words.join(" ")}: ${why}`];
    });

  it("are taken by the shell and by `npm start`, with their flags and names", () => {
    const wrong = everyPage.flatMap((path) =>
      wrongIn(readText(path)).map((wrong) => `${path}: ${wrong}`),
    );
    expect(wrong).toEqual([]);
  });

  it("make the folder first that they copy something into, which a fresh clone has not", () => {
    const blocks = everyPage.flatMap(
      (path) => readText(path).match(/^ *```[\s\S]*?^ *```/gm) ?? [],
    );
    const copying = blocks.filter((block) => /^docker compose cp .* \.sanu\//m.test(block));
    expect(copying.length).toBeGreaterThan(1);
    expect(copying.filter((block) => !/mkdir -p \.sanu\n[\s\S]*compose cp/.test(block))).toEqual(
      [],
    );
  });

  it("are all seen: in blocks, within lines and over two of them", () => {
    expect(pages.flatMap(({ text }) => saidCommands(text)).length).toBeGreaterThan(60);
    const text = "See `pnpm sanu\nbooks --at` and\n\n```\nsanu migrate \\\n  --wait 5 > log\n```\n";
    expect(saidCommands(text).map(({ words }) => words)).toEqual([
      ["migrate", "--wait", "5"],
      ["books", "--at"],
    ]);
  });

  it.each([
    ["`sanu money find`", "there is no money"],
    ["`sanu cases find`", "there is no cases find"],
    ["`sanu books --to 2026-11-23`", "books has no --to"],
    ["`sanu cases list --kind lost-refund`", "Allowed choices are"],
    ["`sanu cases list --older-than soon`", "no whole number"],
    ["`sanu cases withdraw CASE PROPOSAL --by ama@example.org --reason …`", "has no --reason"],
    ["`sanu projections verify transaction_list`", "There is no transaction_list"],
    ["`sanu audit verify mails`", "No service is named mails"],
    ["`sanu audit verify --head POSITION:HASH`", "a head is of one service"],
    ["`sanu rails check mpesa`", "no provider is called mpesa"],
    ["`sanu books all`", "takes no all"],
    ["```\nsanu parked\n```", "only the beginning"],
    ["```\nsanu rails reopen\n```", "needs node"],
    ["```\nsanu sealed list\n```", "needs --account"],
    ["```\nsanu sealed open --account ID --share FILE --by a@b.org --reason R --out O\n```", "two"],
    [
      "```\ndocker compose run --rm migrate packages/cli/dist/main.js book\n```",
      "there is no book",
    ],
    ["```\ndocker compose run --rm -e PUBLIC_URL=https://… shell rails check mpesa\n```", "mpesa"],
    ["`npm start -- --against https://…`", "--against needs --mails"],
    ["`npm start -- --agains https://…`", "Unknown option"],
  ])("are found to be refused: %s", (text, why) => {
    expect(wrongIn(text).join()).toContain(why);
  });

  it.each([
    "`sanu books --at` and `sanu parked`, `sanu admin …`",
    "`sanu reconcile [--from MOMENT] [--now] [--format table|json|html]`",
    "```\nsanu audit verify transactions --head POSITION:HASH\n```",
    "```\nsanu reconcile --now --format html > differences.html\n```",
    "`sanu batch:<txid>`, what the node keeps as a label",
  ])("are not found where nothing is wrong: %s", (text) => {
    expect(wrongIn(text)).toEqual([]);
  });
});
