import { expect, it } from "vitest";
import { readReleases } from "./read-releases.ts";

const commit = "0123456789abcdef0123456789abcdef01234567";

it("finds the releases of a changelog, the newest first", () => {
  const text = `# Changelog\n\n## Unreleased\n\n- news\n\n## 0.2.0 · 2026-12-24\n\nCommit: ${commit}\n\n- a\n\n## 0.1.0 · 2026-11-22\n\nCommit: ${"f".repeat(40)}\n`;
  expect(readReleases(text)).toEqual([
    { version: "0.2.0", commit },
    { version: "0.1.0", commit: "f".repeat(40) },
  ]);
});

it("finds none as long as none is named", () => {
  expect(readReleases("# Changelog\n\n## Unreleased\n\n- news\n")).toEqual([]);
});

it.each([
  "## 0.1.0 · 2026-11-22\n\n- a\n",
  "## 0.1.0 · 2026-11-22\n\nCommit: main\n",
  `## 0.1 · 2026-11-22\n\nCommit: ${commit}\n`,
])("refuses a release without its commit", (text) => {
  expect(() => readReleases(text)).toThrow("Commit: <40 hex digits>");
});
