import { isKnown, knownSettings } from "@sanu/platform";
import { describe, expect, it } from "vitest";
import { isTest, readSources } from "./tree/repository.ts";

/** Where programs and connectors say by what they are set, as `NAME: schema`. */
const sources = readSources().filter(
  ({ path }) =>
    !isTest(path) &&
    /^(?:services|packages\/(?:platform|rails))\/.*(?:config|settings|connector)\.ts$/.test(path),
);
const read = new Set(
  sources
    .flatMap(({ text }) => [...text.matchAll(/[ {]([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+): /g)])
    .map(([, name = ""]) => name),
);

describe("the settings", () => {
  it("that code reads are listed on pages: another name would stop the start of containers", () => {
    expect(read.size).toBeGreaterThan(200);
    expect([...read].filter((name) => !isKnown(name, knownSettings))).toEqual([]);
  });

  it("that pages list are read by code", () => {
    expect([...knownSettings].filter((name) => !read.has(name))).toEqual([]);
  });
});
