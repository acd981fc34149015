import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { findFactSchema, typesOfFact } from "./fact.ts";
import { facts } from "./facts.ts";
import { jsonText } from "./texts.ts";

/** One frozen JSON per event version: what services out there may have stored or still send. */
const folder = new URL("../samples/", import.meta.url);
const checksumsFile = "checksums.json";

const Checksums = z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/));
type Checksums = z.infer<typeof Checksums>;

const findFact = (type: string) => facts.find((fact) => typesOfFact(fact).includes(type));

function readSample(name: string): string {
  return readFileSync(new URL(name, folder), "utf8");
}

const samples = new Map<string, string>(
  readdirSync(folder)
    .filter((name) => name !== checksumsFile)
    .map((name) => [name.replace(/\.json$/, ""), readSample(name)]),
);
const checksums = Checksums.parse(JSON.parse(readSample(checksumsFile)));

/** The types whose sample is not, byte for byte, the one that was frozen. */
function findThawed(texts: ReadonlyMap<string, string>, frozen: Checksums): readonly string[] {
  const types = new Set([...texts.keys(), ...Object.keys(frozen)]);
  return [...types].filter((type) => {
    const text = texts.get(type);
    return text === undefined || createHash("sha256").update(text).digest("hex") !== frozen[type];
  });
}

const types = facts.flatMap(typesOfFact);

describe("the frozen samples", () => {
  it("are one for every version of every fact ever published, and no more", () => {
    expect(types.length).toBeGreaterThanOrEqual(12);
    expect([...samples.keys()].toSorted()).toEqual(types.toSorted());
  });

  it("have not changed since they were frozen", () => {
    expect(findThawed(samples, checksums)).toEqual([]);
  });

  it("are noticed when one changes by a letter, disappears or was never frozen", () => {
    const type = "sanu.payments.PaymentCompleted.v1";
    const changed = new Map(samples).set(type, `${samples.get(type)} `);
    const without = new Map([...samples].filter(([each]) => each !== type));

    expect(findThawed(changed, checksums)).toEqual([type]);
    expect(findThawed(without, checksums)).toEqual([type]);
    expect(findThawed(new Map(samples).set("sanu.payments.New.v1", "{}"), checksums)).toEqual([
      "sanu.payments.New.v1",
    ]);
  });

  it.each(types)("of %s is read, and written again as it was", (type) => {
    const sample: unknown = JSON.parse(samples.get(type) ?? "");
    const fact = findFact(type);
    const schema = fact && findFactSchema(fact, type);
    const data = schema?.parse(sample);

    expect(data).toBeTypeOf("object");
    if (fact?.type === type) expect(JSON.parse(jsonText(data))).toEqual(sample);
  });

  it.each(types)("of %s is refused without any one of its fields", (type) => {
    const sample = z.record(z.string(), z.unknown()).parse(JSON.parse(samples.get(type) ?? ""));
    const fact = findFact(type);
    const schema = fact && findFactSchema(fact, type);

    const missed = Object.keys(sample).filter((field) => {
      const { [field]: _left, ...rest } = sample;
      return schema?.safeParse(rest).success !== false;
    });

    expect(missed).toEqual([]);
  });

  it("hold no personal data: no address, no phone number, no link", () => {
    for (const text of samples.values()) expect(text).not.toMatch(/@|\+\d{6}|https?:|lnbc|bc1/i);
  });
});
