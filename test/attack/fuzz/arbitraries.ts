import fc from "fast-check";
import type { Schema } from "./document.ts";

const hostileTexts: readonly string[] = [
  "",
  " ",
  "\0",
  "\ud800",
  "\u202etxt.exe",
  "'; drop table accounts; --",
  "{{7*7}}${7*7}",
  "<script>alert(1)</script>",
  "../../../../etc/passwd",
  "a".repeat(5_000),
  "😀".repeat(200),
  "é\u0301\u200b",
  "=cmd|' /C calc'!A0",
  "NaN",
  "0x10",
  "1e400",
  "-0",
  "9".repeat(40),
  "\r\nX-Injected: 1",
  "__proto__",
];

/** What a reader of JSON may stumble over, as text: not all of it is a value. */
const hostileValues: readonly string[] = [
  ...hostileTexts.map((text) => JSON.stringify(text)),
  "null",
  "true",
  "-1",
  "0",
  "0.1",
  "-0",
  "1e400",
  "1e-400",
  "9007199254740993",
  "9".repeat(400),
  "[]",
  "{}",
  "[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]",
  '{"$ne":null}',
  '{"__proto__":{"roles":["admin"]}}',
  '{"toString":1,"constructor":{"prototype":{}}}',
];

const samples: Readonly<Record<string, string>> = {
  month: "2026-11",
  number: "+2290161000789",
  whatsapp: "+2290161000789",
  receiver_address: "ok@sandbox.sanu",
};

/** Values that a schema allows. `name` is that of the field. */
function allowed(schema: Schema, name = ""): fc.Arbitrary<unknown> {
  const parts = schema.properties === undefined ? (schema.anyOf ?? schema.oneOf) : undefined;
  if (parts !== undefined) return fc.oneof(...parts.map((part) => allowed(part, name)));
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case "string":
      return allowedText(schema, name);
    case "integer":
    case "number":
      return fc.integer({
        min: schema.minimum ?? 0,
        max: Math.min(schema.maximum ?? 100_000, Number.MAX_SAFE_INTEGER),
      });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(allowed(schema.items ?? {}, name), { maxLength: 3 });
    default:
      return allowedObject(schema);
  }
}

function allowedObject({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([field, schema]) => [
    field,
    allowed(schema, field),
  ]);
  return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: [...required],
  });
}

function allowedText(schema: Schema, name: string): fc.Arbitrary<unknown> {
  const { format, minLength = 0, maxLength = 40 } = schema;
  if (format === "uuid") return fc.uuid({ version: 7 });
  if (format === "email") return fc.emailAddress().map((email) => email.slice(-60));
  if (format === "date") return fc.constantFrom("2026-11-21", "2024-02-29");
  const sample = samples[name];
  if (sample !== undefined) return fc.constant(sample);
  const pattern = schema.pattern ?? "";
  if (pattern.startsWith("^") && pattern.endsWith("$")) {
    return fc.stringMatching(new RegExp(pattern));
  }
  return fc.string({ minLength: Math.max(1, minLength), maxLength: Math.min(maxLength, 40) });
}

const hostile = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...hostileValues) },
  { weight: 1, arbitrary: fc.json({ maxDepth: 3 }) },
);

/** Bodies as text: what is allowed, with one thing wrong, or with everything wrong. */
export function bodies(schema: Schema): fc.Arbitrary<string> {
  const right = allowed(schema).map((value) => JSON.stringify(value));
  const names = Object.keys(schema.properties ?? {});
  if (names.length === 0) return fc.oneof(right, hostile);
  const nearly = fc
    .tuple(allowed(schema), fc.constantFrom(...names), hostile, fc.boolean())
    .map(([value, field, wrong, isTwice]) => {
      const others = Object.entries(value as object).filter(([name]) => name !== field || isTwice);
      const kept = others.map(([name, each]) => `${JSON.stringify(name)}:${JSON.stringify(each)}`);
      return `{${[...kept, `"${field}":${wrong}`].join(",")}}`;
    });
  const broken = fc
    .tuple(right, fc.constantFrom("cut", "bom", "twice", "comment", "nothing"))
    .map(([text, how]) => {
      if (how === "cut") return text.slice(0, -1);
      if (how === "bom") return `\ufeff${text}`;
      if (how === "twice") return `${text}${text}`;
      return how === "comment" ? `${text}//` : "";
    });
  return fc.oneof(
    { weight: 4, arbitrary: right },
    { weight: 4, arbitrary: nearly },
    { weight: 1, arbitrary: broken },
    { weight: 1, arbitrary: hostile },
  );
}

/** Texts for a place in a path or a query: mostly what is allowed. */
export function texts(schema: Schema, name: string): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 3, arbitrary: allowed(schema, name).map(String) },
    { weight: 1, arbitrary: fc.constantFrom(...hostileTexts) },
  );
}
