import { describe, expect, it } from "vitest";
import { findBadNames } from "./tidy/find-bad-names.ts";
import { findDeadFiles } from "./tidy/find-dead-files.ts";
import { findEffects } from "./tidy/find-effects.ts";
import { findEscapes } from "./tidy/find-escapes.ts";
import { findImpurities } from "./tidy/find-impurities.ts";
import { findLocksInConditions } from "./tidy/find-locks-in-conditions.ts";
import { findLooseMoney } from "./tidy/find-loose-money.ts";
import { findLooseSubjects } from "./tidy/find-loose-subjects.ts";
import { findBadTitles, findLooseWords } from "./tidy/find-loose-words.ts";
import { findMissingFiles } from "./tidy/find-missing-files.ts";
import { findMissingHeadings } from "./tidy/find-missing-headings.ts";
import { findMissingPaths } from "./tidy/find-missing-paths.ts";
import { findLargeFunctions, findLongFiles } from "./tidy/find-oversized.ts";
import { findStaleCode } from "./tidy/find-stale-code.ts";
import { findUnusedExports } from "./tidy/find-unused-exports.ts";

const source = (text: string, path = "packages/kernel/src/a.ts") => ({ path, text });
const lines = (count: number) => "// a line\n".repeat(count);

describe("a planted untidiness is found", () => {
  it("in the length of a file, by its kind", () => {
    const files = [
      source(lines(301), "packages/kernel/src/long.ts"),
      source(lines(300), "packages/kernel/src/full.ts"),
      source(lines(301), "packages/kernel/src/long.unit.test.ts"),
      source(lines(601), "test/e2e/long.e2e.test.ts"),
      source(lines(121), "services/payments/src/compose.ts"),
    ];

    expect(findLongFiles(files)).toEqual([
      "packages/kernel/src/long.ts: 301 lines, at most 300",
      "test/e2e/long.e2e.test.ts: 601 lines, at most 600",
      "services/payments/src/compose.ts: 121 lines, at most 120",
    ]);
  });

  it("in the size and the parameters of a function, but not of a scenario", () => {
    const long = `{\n${lines(70)}}`;
    const found = (text: string) => findLargeFunctions(source(text)).length;

    expect(found(`function a() ${long}`)).toBe(1);
    expect(found(`const a = () => ${long};`)).toBe(1);
    expect(found(`const a = { b() ${long} };`)).toBe(1);
    expect(found(`describe("a", () => ${long});`)).toBe(0);
    expect(found("function a(b, c, d, e, f) {}")).toBe(1);
    expect(found("function a(b, c, d, e) {}")).toBe(0);
  });

  it("finds what a module does by being imported", () => {
    const text =
      'import "./register.ts";\nimport { z } from "zod";\nz.config({});\nexport const a = z.string();\n';
    const found = (path: string) => findEffects({ path, text });
    expect(found("packages/rails/src/a.ts")).toEqual([
      "packages/rails/src/a.ts:1: an import for its effect",
      "packages/rails/src/a.ts:3: a statement",
    ]);
    expect(found("services/payouts/src/main.ts")).toEqual([]);
    expect(found("packages/testing/src/a.ts")).toEqual([]);
  });

  it("in every way around the compiler", () => {
    const found = (text: string) => findEscapes(source(text)).map((each) => each.split(": ")[1]);

    expect(found("const a = b as C;")).toEqual(["cast"]);
    expect(found("const a = <C>b;")).toEqual(["cast"]);
    expect(found("const a = b!.c;")).toEqual(["!"]);
    expect(found("function a(b: any) {}")).toEqual(["any"]);
    expect(found("// @ts-expect-error\nconst a = 1;")).toEqual(["suppression"]);
    expect(found("const a = [1] as const satisfies B; import { c as d } from 'e';")).toEqual([]);
  });

  it.each([
    "const a = Date.now();",
    "const a = new Date();",
    "const a = Math.random();",
    "const a = Number(b);",
    "const a = Number.parseInt(b);",
    "const a = parseFloat(b);",
    "const a = process.env;",
    "async function a() {}",
    "const a = async () => 1;",
    "const a = newId();",
    'import { defineFact } from "@sanu/contracts";',
    'import { XofText as X, PaymentCompleted } from "@sanu/contracts";',
    'import * as contracts from "@sanu/contracts";',
  ])("in an aggregate that says %s", (text) => {
    const vocabulary = new Set(["XofText"]);

    expect(findImpurities(source(text), vocabulary)).not.toEqual([]);
  });

  it("in an aggregate only where it is impure", () => {
    const text = `import { XofText } from "@sanu/contracts";
      const a = { Date: 1n, process: event.process, min: Math.min };`;

    expect(findImpurities(source(text), new Set(["XofText"]))).toEqual([]);
  });

  it("in a subject written by hand", () => {
    const found = (text: string, path?: string) => findLooseSubjects(source(text, path)).length;

    expect(found('const a = "sanu.payments.PaymentCompleted.v1";')).toBe(1);
    expect(found("const a = `request.${service}.x`;")).toBe(1);
    expect(found('const a = "wake.payments.relay";')).toBe(1);
    expect(found('const a = "sanu.example";')).toBe(0);
    expect(found('const a = "request.identity.x";', "packages/contracts/src/subjects.ts")).toBe(0);
  });

  it("in a batch that is locked within a condition", () => {
    const found = (text: string) => findLocksInConditions(source(text)).length;
    const batch = "select id from a where at < now() limit $1 for update skip locked";

    expect(found(`delete from a where id in (${batch})`)).toBe(1);
    expect(found(`update a set b = 1 where id in (\n ${batch})`)).toBe(1);
    expect(found(`with due as (${batch}) delete from a where id in (select id from due)`)).toBe(0);
    expect(found(`update a set b = 1 where id = (${batch})`)).toBe(0);
  });

  it("in money written as text by hand", () => {
    const found = (text: string, path?: string) => findLooseMoney(source(text, path)).length;

    expect(found("const a = `${amountXof} XOF`;")).toBe(1);
    expect(found("const a = `${amountXof}XOF`;")).toBe(1);
    expect(found('const a = String(amountSats) + " SATS";')).toBe(1);
    expect(found("const a = z.string().regex(/^\\d+ SATS$/);")).toBe(1);
    expect(found('const a = `the books miss ${amountXof} XOF`; const b = "XOF";')).toBe(0);
    expect(found("const a = `${amountXof} XOF`;", "packages/kernel/src/money/format.ts")).toBe(0);
  });

  it("in a file that nothing leads to, or only a test", () => {
    const files = [
      source('export * from "./used.ts";', "packages/kernel/src/index.ts"),
      source('const a = new URL("./child.ts", import.meta.url);', "packages/kernel/src/used.ts"),
      source("", "packages/kernel/src/child.ts"),
      source("", "packages/kernel/src/dead.ts"),
      source("", "packages/kernel/src/only-tested.ts"),
      source(
        'import "./only-tested.ts"; import "./a.fixture.ts";',
        "packages/kernel/src/a.unit.test.ts",
      ),
      source("", "packages/kernel/src/a.fixture.ts"),
      source("", "packages/kernel/src/dead.fixture.ts"),
    ];

    expect(findDeadFiles(files)).toEqual([
      "packages/kernel/src/dead.fixture.ts",
      "packages/kernel/src/dead.ts",
      "packages/kernel/src/only-tested.ts",
    ]);
    expect(findDeadFiles(files, ["packages/kernel/src/dead.ts"])).not.toContain(
      "packages/kernel/src/dead.ts",
    );
  });

  it("in what is exported for nobody", () => {
    const made = "export function made() {}\nexport const kept = 1;\nexport type Shape = 1;";
    const files = [
      source(made),
      source("// made\nuse(kept);", "packages/kernel/src/b.ts"),
      source("export const sample = 1;", "packages/kernel/src/a.fixture.ts"),
    ];

    expect(findUnusedExports(files)).toEqual([
      "packages/kernel/src/a.ts: made is exported for nobody",
    ]);
  });

  it("in a document that names a file which is gone", () => {
    const paths = ["packages/kernel/src/money/format.ts"];
    const found = (text: string, path = "packages/kernel/README.md") =>
      findMissingFiles(source(text, path), paths);

    expect(found("see `money/format.ts`, `format.ts` and `write.ts`")).toEqual([
      "packages/kernel/README.md: write.ts",
    ]);
    expect(found("see `mat.ts`")).toHaveLength(1);
    expect(found("it was in `write.ts`", "docs/decisions/0001-a.md")).toEqual([]);
  });

  it("in names", () => {
    expect(
      findBadNames([
        "packages/kernel/src/utils.ts",
        "packages/kernel/src/helpers/text.ts",
        "packages/kernel/src/newId.ts",
        "packages/kernel/src/new_id.ts",
        "packages/kernel/src/a.spec.ts",
        "services/payments/src/database/migrations/2026-11-21-create-log.ts",
        "services/payments/src/service.ts",
      ]),
    ).toHaveLength(7);
    expect(
      findBadNames([
        "packages/kernel/src/new-id.unit.test.ts",
        "services/payments/src/database/migrations/0002-create-log.ts",
        "test/vitest.config.ts",
      ]),
    ).toEqual([]);
  });

  it.each([
    ["a.unit.test.ts", 'it.skip("a", () => {});'],
    ["a.unit.test.ts", 'describe.only("a", () => {});'],
    ["a.unit.test.ts", 'it.todo("a");'],
    ["a.unit.test.ts", 'it("should work", () => {});'],
    ["a.ts", "// TODO: later"],
    ["a.ts", "// FIXME"],
    ["a.md", "cd /home/ama/sanu"],
    ["a.ts", 'const a = "/root/sanu";'],
    ["a.yaml", "tarball: https://npm-registry.example.com/a.tgz"],
  ])("in %s that says %s", (name, text) => {
    expect(findLooseWords({ path: `packages/kernel/src/${name}`, text })).toHaveLength(1);
  });

  it("in words only where they are loose", () => {
    const host = ["registry", "npmjs", "org"].join(".");
    const text = `TODO(#12): later; "./work/a", https://${host}/a, \`\${base}/home/a\``;

    expect(findLooseWords({ path: "docs/a.md", text })).toEqual([]);
  });

  it("in documents that show code which the file does not hold", () => {
    const files = new Map([["src/a.ts", "const a = 1;\nconst b = 2;\n"]]);
    const found = (text: string) =>
      findStaleCode({ path: "a.md", text }, (path) => files.get(path)).length;

    expect(found("```ts src/a.ts\nconst b = 2;\n```\n")).toBe(0);
    expect(found("```ts src/a.ts\nconst b = 3;\n```\n")).toBe(1);
    expect(found("```ts src/b.ts\nconst b = 2;\n```\n")).toBe(1);
    expect(found("```sh\nconst b = 3;\n```\n")).toBe(0);
  });

  it("in documents without a title, or with two", () => {
    const found = (text: string) => findBadTitles({ path: "a.md", text }).length;

    expect(found("text")).toBe(1);
    expect(found("# One\n\n# Two\n")).toBe(1);
    expect(found("# One\n\n```sh\n# a comment\n```\n\n## Part\n")).toBe(0);
  });

  it("in a path that a document names", () => {
    const tree = ["docs/a.md", "services/payments/src/limits.ts", "services/payouts/src/limits.ts"];
    const found = (text: string) => findMissingPaths(source(text, "docs/a.md"), tree);

    expect(found("[b](b.md), `services/payments/src/gone.ts`")).toEqual([
      "docs/a.md: docs/b.md",
      "docs/a.md: services/payments/src/gone.ts",
    ]);
    expect(found("`services/{payments,identity}/src/limits.ts`")).toHaveLength(1);
    expect(found("`services/*/src/limit*.ts`, `services/payouts/src/`, [a](a.md#one)")).toEqual([]);
    expect(found("`services/*/src/gone.ts`, [a](https://sanu.example/b)")).toHaveLength(1);
  });

  it("in a link to a heading", () => {
    const other = "# The `b` page\n\n## Twice\n\n```sh\n# Not one\n```\n\n## Twice\n";
    const textOf = (path: string) => (path === "docs/b.md" ? other : undefined);
    const found = (text: string) => findMissingHeadings(source(text, "docs/a.md"), textOf);

    expect(found("[b](b.md#the-b-page), [b](b.md#twice-1), [c](c.md#any)")).toEqual([]);
    expect(found("[b](b.md#not-one), [b](./b.md#gone)")).toEqual([
      "docs/a.md: b.md#not-one",
      "docs/a.md: ./b.md#gone",
    ]);
    expect(found("[it](https://sanu.example/b.md#gone)")).toEqual([]);
  });
});
