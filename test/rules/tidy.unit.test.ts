import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { findBadNames } from "./tidy/find-bad-names.ts";
import { findDeadFiles } from "./tidy/find-dead-files.ts";
import { findEffects } from "./tidy/find-effects.ts";
import { findEscapes } from "./tidy/find-escapes.ts";
import { findImpurities, readVocabulary } from "./tidy/find-impurities.ts";
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
import { styleLimits } from "./tidy/limits.ts";
import { isTest, listFiles, readSources, readText, root } from "./tree/repository.ts";
import { aggregateFolders, zoneOf } from "./tree/zones.ts";

const paths = listFiles();
const sources = readSources();
const production = sources.filter(({ path }) => !isTest(path));
const texts = paths
  .filter((path) => /\.(ts|mjs|json|ya?ml|md|sh|sql|html|css|conf)$|^\.ci\/|Dockerfile/.test(path))
  .map((path) => ({ path, text: readText(path) }));
const markdown = texts.filter(({ path }) => path.endsWith(".md"));

/** Written by programs, as long as what they describe. */
const generated = new Set([
  "pnpm-lock.yaml",
  "docs/openapi.json",
  "packages/contracts/src/asyncapi/asyncapi.json",
  "packages/client/src/api/schema.ts",
]);

/** What packages export besides their first door. */
const doors = paths
  .filter((path) => /^(?:packages|services)\/[^/]+\/package\.json$/.test(path))
  .flatMap((path) => {
    const { exports = {} } = z
      .object({ exports: z.record(z.string(), z.string()).optional() })
      .parse(JSON.parse(readText(path)));
    return Object.values(exports).map((file) => join(dirname(path), file));
  });

const aggregates = aggregateFolders(paths);
const ofAggregates = production.filter(({ path }) => zoneOf(path, aggregates) === "aggregate");

describe("the tree", () => {
  it("is seen whole", () => {
    expect(sources.length).toBeGreaterThan(150);
    expect(ofAggregates.length).toBeGreaterThanOrEqual(30);
    expect(markdown.length).toBeGreaterThan(3);
  });

  it("has no file longer than its kind may be", () => {
    expect(findLongFiles(sources.filter(({ path }) => !generated.has(path)))).toEqual([]);
  });

  it("has no function too long or with too many parameters", () => {
    expect(sources.flatMap(findLargeFunctions)).toEqual([]);
  });

  it("has few ways around the compiler, and none in an aggregate", () => {
    const escapes = production.flatMap(findEscapes);
    const lines = production.reduce((sum, { text }) => sum + text.split("\n").length, 0);

    expect(ofAggregates.flatMap(findEscapes)).toEqual([]);
    expect(
      (escapes.length * 1_000) / lines,
      `too many ways around the compiler:\n${escapes.join("\n")}`,
    ).toBeLessThanOrEqual(styleLimits.escapesPerThousandLinesMax);
  });

  it("keeps clock, chance, machine and waiting out of aggregates", () => {
    const vocabulary = readVocabulary(sources);

    expect(vocabulary).toContain("XofText");
    expect(ofAggregates.flatMap((file) => findImpurities(file, vocabulary))).toEqual([]);
  });

  it("takes every subject from contracts", () => {
    expect(sources.flatMap(findLooseSubjects)).toEqual([]);
  });

  it("finds what it locks in a batch by a query of its own", () => {
    const living = production.filter(({ path }) => !path.includes("/migrations/"));
    expect(living.filter(({ text }) => text.includes("skip locked")).length).toBeGreaterThan(5);
    expect(living.flatMap(findLocksInConditions)).toEqual([]);
  });

  it("writes money as text in one place", () => {
    expect(sources.flatMap(findLooseMoney)).toEqual([]);
  });

  it("does nothing by a module's being imported", () => {
    expect(production.flatMap(findEffects)).toEqual([]);
  });

  it("has no dead file", () => {
    expect(findDeadFiles(sources, doors)).toEqual([]);
  });

  it("exports nothing for nobody", () => {
    expect(findUnusedExports(sources)).toEqual([]);
  });

  it("names files so that they say what is in them", () => {
    expect(findBadNames(paths)).toEqual([]);
  });

  it("has no test left out, no marker, no path of a machine, no registry and no key", () => {
    expect(texts.flatMap(findLooseWords)).toEqual([]);
  });

  it("names no file in a document that is not there", () => {
    expect(markdown.flatMap((each) => findMissingFiles(each, paths))).toEqual([]);
  });

  it("gives every document one title, and keeps README and decisions short", () => {
    const linesOf = (text: string) => text.trimEnd().split("\n").length;
    const long = markdown.filter(({ path, text }) => linesOf(text) > markdownLinesMax(path));

    expect(markdown.flatMap(findBadTitles)).toEqual([]);
    expect(long.map(({ path }) => path)).toEqual([]);
  });

  it("gives every decision a number of its own", () => {
    const numbers = markdown.flatMap(
      ({ path }) => /^docs\/decisions\/(\d{4})-/.exec(path)?.[1] ?? [],
    );

    expect(numbers.length).toBeGreaterThan(40);
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
  });

  it("names in its documents only files and folders that are there", () => {
    expect(markdown.flatMap((file) => findMissingPaths(file, paths))).toEqual([]);
  });

  it("links in its documents only to headings that are there", () => {
    const textOf = (path: string) => markdown.find((each) => each.path === path)?.text;

    expect(markdown.flatMap((page) => findMissingHeadings(page, textOf))).toEqual([]);
  });

  it("has no large file", () => {
    const large = paths.filter(
      (path) => !generated.has(path) && statSync(join(root, path)).size > styleLimits.fileBytesMax,
    );

    expect(large).toEqual([]);
  });

  it("shows code as it is", () => {
    const textOf = (path: string) => sources.find((source) => source.path === path)?.text;

    expect(markdown.filter(({ text }) => text.includes("```ts ")).length).toBeGreaterThan(0);
    expect(markdown.flatMap((page) => findStaleCode(page, textOf))).toEqual([]);
  });

  it("has a page for every service and package", () => {
    const folders = paths
      .filter((path) => /^(?:packages|services)\/[^/]+\/package\.json$/.test(path))
      .map((path) => path.replace("package.json", "README.md"));

    expect(folders.length).toBeGreaterThanOrEqual(14);
    expect(["README.md", ...folders].filter((path) => !paths.includes(path))).toEqual([]);
  });
});

function markdownLinesMax(path: string): number {
  if (path === "README.md") return styleLimits.readmeLinesMax;
  return path.startsWith("docs/decisions/") ? styleLimits.decisionLinesMax : Infinity;
}
