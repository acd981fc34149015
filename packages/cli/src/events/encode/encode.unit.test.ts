import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import { facts, typesOfFact } from "@sanu/contracts";
import { isInstant } from "@sanu/kernel";
import type { PublishedFact } from "@sanu/platform";
import { describe, expect, it } from "vitest";
import { columnsOfType } from "./columns.ts";
import { type Encoding, fileOf, partMaker } from "./formats.ts";
import { encodeHere } from "./parquet-file.ts";

const samples = join(import.meta.dirname, "..", "..", "..", "..", "contracts", "samples");

function factOf(
  type: string,
  payload: string,
  changes: Partial<PublishedFact> = {},
): PublishedFact {
  return {
    sequence: 7,
    id: "019aa4c1-0a00-7000-8000-000000000007",
    type,
    aggregateId: "019aa4c1-0a00-7000-8000-000000000001",
    time: "2026-11-21T07:02:01.000000Z",
    position: "1.7.7",
    correlationId: "order",
    causationId: "order",
    traceparent: "",
    data: Buffer.from(payload),
    ...changes,
  };
}

async function fileWith(encoding: Encoding, some: readonly PublishedFact[]): Promise<Buffer> {
  const part = partMaker(encoding, columnsOfType)("PAYOUTS", some[0]?.type ?? "");
  for (const fact of some) part.add(fact);
  return Buffer.concat(await fileOf(encoding, part.content(), encodeHere));
}

const settled = "sanu.payouts.PayoutSettled.v1";

describe("the columns of a fact", () => {
  it.each(facts.flatMap(typesOfFact))("of %s have a type and a name of their own", (type) => {
    const columns = columnsOfType(type);
    const names = columns.map(({ name }) => name.toLowerCase());
    const untyped = columns.filter(({ kind }) => kind === "json").map(({ name }) => name);

    expect(names.length).toBeGreaterThan(0);
    expect(new Set(names).size).toBe(names.length);
    expect(names).not.toContain("sequence");
    // What has no fixed fields stays JSON, and nothing else does.
    expect([
      "channels",
      "priorities",
      "open",
      "earlierRefundIds",
      "earlierPayoutIds",
      "counted",
    ]).toEqual(expect.arrayContaining(untyped));
  });

  it.each(readdirSync(samples).filter((name) => name.startsWith("sanu.")))(
    "hold all that %s says",
    (name) => {
      const type = name.replace(/\.json$/, "");
      const sample: unknown = JSON.parse(readFileSync(join(samples, name), "utf8"));
      const paths = new Set(columnsOfType(type).map(({ path }) => path.join(".")));

      expect(leavesOf(sample).filter((leaf) => !isHeld(paths, leaf))).toEqual([]);
    },
  );

  it("name the unit of money, and leave a type that nobody knows as it is", () => {
    const units = columnsOfType(settled).flatMap(({ name, unit }) =>
      unit === undefined ? [] : [[name, unit]],
    );
    expect(units).toEqual([
      ["sentAmountXof", "XOF"],
      ["sentAmountSats", "sats"],
      ["feeAmountXof", "XOF"],
      ["feeAmountSats", "sats"],
    ]);
    expect(columnsOfType("sanu.payouts.PayoutSettled.v9")).toEqual([
      { name: "data", kind: "json", path: [] },
    ]);
  });
});

/** What the name of a field promises, whatever its schema is. */
const promised = [
  [/(?:At|Until)$|^(?:since|until)$/, { kind: "instant", unit: undefined }],
  [/Xof(?:Min|Max)?$/, { kind: "integer", unit: "XOF" }],
  [/Sats$/, { kind: "integer", unit: "sats" }],
  [/XofPerBtc$/, { kind: "integer", unit: "XOF per BTC" }],
  [/(?:^|[a-z])(?:[aA]mount|[fF]ee|[bB]alance)$/, { kind: "integer", unit: "currency" }],
] as const;

describe("over all facts", () => {
  const columns = facts
    .flatMap(typesOfFact)
    .flatMap((type) => columnsOfType(type).map((column) => ({ type, ...column })));

  it("each moment is a timestamp, and each amount and rate a whole number with its unit", () => {
    const other = columns.filter(({ name, kind, unit }) => {
      const [, said] = promised.find(([form]) => form.test(name)) ?? [];
      return said !== undefined && (kind !== said.kind || unit !== said.unit);
    });

    expect(other.map(({ type, name, kind, unit }) => `${type} ${name}: ${kind} ${unit}`)).toEqual(
      [],
    );
    const kindsOf = (unit?: string) => columns.filter((one) => one.unit === unit).length;
    for (const [, { unit }] of promised) expect(kindsOf(unit)).toBeGreaterThan(0);
  });

  it("no column of texts or ids has a moment in any sample", () => {
    const texts = readdirSync(samples)
      .filter((name) => name.startsWith("sanu."))
      .flatMap((file) => {
        const sample: unknown = JSON.parse(readFileSync(join(samples, file), "utf8"));
        return columnsOfType(file.replace(/\.json$/, ""))
          .filter(({ kind }) => kind !== "instant")
          .filter(({ path }) => isMoment(valueAt(sample, path)))
          .map(({ name }) => `${file} ${name}`);
      });
    expect(texts).toEqual([]);
  });
});

function isMoment(value: unknown): boolean {
  return typeof value === "string" && isInstant(value);
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined || typeof value !== "object" || value === null) return value;
  return valueAt((value as Readonly<Record<string, unknown>>)[name], rest);
}

/** The paths of all values. */
function leavesOf(value: unknown, path: readonly string[] = []): readonly string[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [path.join(".")];
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, [...path, name]));
}

function isHeld(paths: ReadonlySet<string>, leaf: string): boolean {
  return [...paths].some(
    (path) => path === leaf || leaf.startsWith(`${path}.`) || path.startsWith(`${leaf}.`),
  );
}

describe("a file", () => {
  const payload =
    '{"payoutId":"a","sent":{"currency":"XOF","amountXof":"10"},"note":"a \\"b\\", c"}';

  it("of lines of JSON has the payload as it was published, on one line", async () => {
    const fact = factOf(settled, payload.replace(",", ",\n"), { correlationId: 'say "é"' });
    const [line = "", ...rest] = (await fileWith({ format: "jsonl", compression: "none" }, [fact]))
      .toString()
      .split("\n");

    expect(rest).toEqual([""]);
    expect(line).toContain(`"data":${payload.replace(",", ", ")}}`);
    expect(JSON.parse(line)).toMatchObject({
      stream: "PAYOUTS",
      sequence: 7,
      correlationId: 'say "é"',
      traceparent: null,
      data: JSON.parse(payload) as unknown,
    });
  });

  it("of CSV has a line of names, quotes what needs it, and nothing where there is nothing", async () => {
    const fact = factOf(settled, payload, { correlationId: 'say "é", loud' });
    const file = await fileWith({ format: "csv", compression: "none" }, [fact, fact]);
    const [names = "", first = "", second, end] = file.toString().split("\r\n");

    expect(names).toMatch(/^sequence,id,aggregateId,time,.*,payoutId,transactionId,/);
    expect(first).toContain(',"say ""é"", loud",');
    expect(first).toContain(",XOF,10,,");
    expect([second, end]).toEqual([first, ""]);
  });

  it.each([
    ["gzip", gunzipSync],
    ["zstd", zstdDecompressSync],
  ] as const)("in %s is the same one, and has the same bytes again", async (compression, open) => {
    const some = Array.from({ length: 50 }, (_none, sequence) =>
      factOf(settled, payload, { sequence }),
    );
    const [plain, packed, again] = await Promise.all([
      fileWith({ format: "jsonl", compression: "none" }, some),
      fileWith({ format: "jsonl", compression }, some),
      fileWith({ format: "jsonl", compression }, some),
    ]);

    expect(open(packed).equals(plain)).toBe(true);
    expect(packed.equals(again)).toBe(true);
    expect(packed.length).toBeLessThan(plain.length);
  });

  it("cannot be made of a payload that is no JSON, and the words say which it is", async () => {
    const made = fileWith({ format: "parquet", compression: "zstd" }, [factOf(settled, "{")]);
    await expect(made).rejects.toThrow("The payload of fact 7 of PAYOUTS is no JSON");
  });

  it.each([
    ["settledAt", "soon", "settledAt of fact 7 of PAYOUTS: "],
    ["sent", { currency: "XOF", amountXof: "ten" }, "sentAmountXof of fact 7 of PAYOUTS: "],
  ])("cannot be made where %s is %j, and the words say which it is", async (name, value, words) => {
    const wrong = factOf(settled, JSON.stringify({ [name]: value }));
    const made = fileWith({ format: "parquet", compression: "zstd" }, [wrong]);
    await expect(made).rejects.toThrow(words);
  });

  it("cannot be made of an amount beyond 64 bits, which would become another one; the words say which it is", async () => {
    const vast = `{"sent":{"currency":"XOF","amountXof":"${2n ** 63n}"}}`;
    const made = fileWith({ format: "parquet", compression: "zstd" }, [factOf(settled, vast)]);
    await expect(made).rejects.toThrow(
      "sentAmountXof of fact 7 of PAYOUTS: 9223372036854775808 does not fit into a whole number of 64 bits",
    );
  });
});
