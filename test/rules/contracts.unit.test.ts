import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { readReleases } from "../release/read-releases.ts";
import { advice, findBreaches, type Schema } from "./contracts/compare-schemas.ts";
import { readCommitted, readReleasedTexts, readSchemas } from "./contracts/released-schemas.ts";
import { reworded } from "./contracts/reworded.ts";
import { readText } from "./tree/repository.ts";

const releases = readReleases(readText("CHANGELOG.md"));
const [last] = releases;

/** Its commit is older than the schemas; they were made of its sources, and are kept by their SHA-256. */
const firstRelease = {
  version: "0.1.0",
  sha256: "dd05b531ed6f1f593584b43f609d96dfa0d687bb93095b17d7475e090083b06c",
};

describe("what is published today", () => {
  it("keeps every promise of the last release", () => {
    const released = readSchemas(last?.version);
    expect(released.size).toBeGreaterThanOrEqual(29);
    const breaches = findBreaches(released, readSchemas(), reworded);
    expect(breaches, `${breaches.join("\n")}\n${advice}`).toEqual([]);
  });

  it("excuses only words that the last release really had otherwise", () => {
    const breached = findBreaches(readSchemas(last?.version), readSchemas());
    const idle = Object.keys(reworded).filter(
      (place) => !breached.some((breach) => breach.startsWith(`${place}: another meaning`)),
    );
    expect(idle).toEqual([]);
  });

  it.each(releases)(
    "finds the schemas of $version as its commit has them",
    ({ version, commit }) => {
      const texts = readReleasedTexts(version);
      if (version === firstRelease.version) {
        const sha256 = createHash("sha256")
          .update(JSON.stringify([...texts]))
          .digest("hex");
        expect(sha256).toBe(firstRelease.sha256);
      } else expect(texts).toEqual(readCommitted(commit));
    },
  );
});

const type = "sanu.payments.RefundSent.v1";
const sent: Schema = {
  type: "object",
  description: "The money went back.",
  properties: {
    refundId: { type: "string", format: "uuid" },
    amountXof: { type: "string", pattern: "^[0-9]+$", "x-unit": "XOF" },
    rail: { type: "string", enum: ["mobile-money", "lightning"] },
    note: { anyOf: [{ type: "string" }, { type: "null" }], description: "In their words." },
    by: {
      oneOf: [{ type: "object", properties: { kind: { const: "person" } }, required: ["kind"] }],
    },
  },
  required: ["refundId", "amountXof", "rail"],
};
const properties = sent["properties"] as Record<string, Schema>;
const withField = (name: string, change: Schema): Schema => ({
  ...sent,
  properties: { ...properties, [name]: { ...properties[name], ...change } },
});
const without = (name: string): Schema => {
  const { [name]: _gone, ...rest } = properties;
  return { ...sent, properties: rest };
};
const breachesOf = (now: Schema, words = {}) =>
  findBreaches(new Map([[type, sent]]), new Map([[type, now]]), words);

describe("a release's schema", () => {
  it("is kept by one that is the same, has more optional fields, or stands beside other facts", () => {
    expect(breachesOf(sent)).toEqual([]);
    expect(breachesOf(withField("feeXof", { type: "string" }))).toEqual([]);
    const more = new Map([[type, sent] as const, ["sanu.payments.RefundSent.v2", {}] as const]);
    expect(findBreaches(new Map([[type, sent]]), more)).toEqual([]);
  });

  it.each<[string, Schema, string]>([
    ["a field is removed", without("note"), "/properties/note: the field is gone"],
    [
      "a type changes",
      withField("refundId", { type: "integer" }),
      "/properties/refundId/type: was",
    ],
    [
      "null is no longer allowed",
      withField("note", { anyOf: [{ type: "string" }] }),
      "/properties/note/anyOf: was",
    ],
    [
      "a pattern is narrowed",
      withField("amountXof", { pattern: "^[1-9]+$" }),
      "/properties/amountXof/pattern: was",
    ],
    [
      "a length is limited",
      withField("rail", { maxLength: 4 }),
      "/properties/rail/maxLength: was nothing",
    ],
    [
      "a value is removed",
      withField("rail", { enum: ["lightning"] }),
      '/properties/rail: the value "mobile-money" is gone',
    ],
    [
      "a value is added",
      withField("rail", { enum: ["mobile-money", "lightning", "onchain"] }),
      '/properties/rail: the value "onchain" is new',
    ],
    [
      "an optional field becomes required",
      { ...sent, required: ["refundId", "amountXof", "rail", "note"] },
      "/properties/note: must be there",
    ],
    [
      "a required field becomes optional",
      { ...sent, required: ["refundId", "amountXof"] },
      "/properties/rail: need no longer be there",
    ],
    [
      "a unit changes",
      withField("amountXof", { "x-unit": "SATS" }),
      '/properties/amountXof/x-unit: another meaning: was "XOF", is "SATS"',
    ],
    [
      "what a field means changes",
      withField("note", { description: "In ours." }),
      "/properties/note/description: another meaning",
    ],
    [
      "what the fact means changes",
      { ...sent, description: "It was sent." },
      "/description: another meaning",
    ],
    [
      "a part of a union changes",
      withField("by", { oneOf: [{ type: "object", properties: {} }] }),
      "/properties/by/oneOf/0/properties/kind: the field is gone",
    ],
  ])("is broken where %s", (_what, now, said) => {
    const breaches = breachesOf(now);
    expect(breaches).toHaveLength(1);
    expect(breaches[0]).toContain(`${type} ${said}`);
  });

  it("is broken where the fact is no longer known", () => {
    expect(findBreaches(new Map([[type, sent]]), new Map())).toEqual([
      `${type}: no longer known; the stream keeps what was published`,
    ]);
  });

  it("allows other words for the same meaning, those words and no others", () => {
    const now = { ...sent, description: "It went back." };
    const place = `${type} /description`;
    expect(breachesOf(now, { [place]: "It went back." })).toEqual([]);
    expect(breachesOf(now, { [place]: "It came back." })).toHaveLength(1);
  });
});
