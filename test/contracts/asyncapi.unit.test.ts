import { readFileSync } from "node:fs";
import { Parser } from "@asyncapi/parser";
import { facts, readFactAttributes, typesOfFact } from "@sanu/contracts";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { z } from "zod";

const folder = new URL("../../packages/contracts/", import.meta.url);
const text = readFileSync(new URL("src/asyncapi/asyncapi.json", folder), "utf8");
const types = facts.flatMap(typesOfFact);
const parser = new Parser();

const Message = z.object({
  payload: z.looseObject({
    properties: z.record(z.string(), z.unknown()),
    required: z.array(z.string()),
  }),
  examples: z.tuple([z.object({ payload: z.record(z.string(), z.unknown()) })]),
});
const Document = z.looseObject({
  channels: z.record(z.string(), z.looseObject({ messages: z.record(z.string(), z.unknown()) })),
  components: z.looseObject({
    messages: z.record(z.string(), Message),
    messageTraits: z.object({
      fact: z.looseObject({ headers: z.object({ required: z.array(z.string()) }) }),
    }),
  }),
});
const document = Document.parse(JSON.parse(text));

/** What the official parser says against a document. */
async function findFaults(source: string): Promise<readonly string[]> {
  const { diagnostics } = await parser.parse(source);
  return diagnostics.map(({ path, message }) => `${path.join("/")}: ${message}`);
}

describe("the AsyncAPI document of the facts", () => {
  it("is one, by the official parser, without a warning", async () => {
    expect(await findFaults(text)).toEqual([]);
  });

  it("is none by that parser where a stream names no known fact, or is nothing that AsyncAPI knows", async () => {
    const type = "sanu.payments.PaymentCompleted.v1";
    const unlike = text.replace('"action": "send"', '"action": "shout"');
    expect((await findFaults(unlike)).join()).toContain("operations/identity/action");
    const astray = text.replace(`"#/components/messages/${type}"`, '"#/components/messages/gone"');
    expect((await findFaults(astray)).join()).toContain(`channels/payments/messages/${type}`);
  });

  it("names every version of every fact once, in the stream of its service, with the sample that was frozen", () => {
    const inStreams = Object.entries(document.channels).flatMap(([service, { messages }]) =>
      Object.keys(messages).map((type) => `${service} ${type}`),
    );
    expect(inStreams.toSorted()).toEqual(
      types.map((type) => `${type.split(".")[1]} ${type}`).toSorted(),
    );
    expect(Object.keys(document.components.messages).toSorted()).toEqual(types.toSorted());
    for (const type of types) {
      const sample: unknown = JSON.parse(
        readFileSync(new URL(`samples/${type}.json`, folder), "utf8"),
      );
      expect(document.components.messages[type]?.examples[0].payload).toEqual(sample);
    }
  });

  it.each(types)(
    "describes %s so that what was published fits, and nothing that lacks a field",
    (type) => {
      const { payload, examples } = document.components.messages[type] ?? {};
      const fits = new Ajv({ strict: false, validateFormats: false }).compile(payload ?? false);
      const sample = examples?.[0].payload ?? {};
      const lacking = Object.keys(sample).filter((field) => {
        const { [field]: _left, ...rest } = sample;
        return fits(rest);
      });

      fits(sample);
      expect(fits.errors ?? []).toEqual([]);
      expect(lacking.filter((field) => payload?.required.includes(field))).toEqual([]);
    },
  );

  it("demands the headers without which our own services take a message for no fact", () => {
    const { required } = document.components.messageTraits.fact.headers;
    const all = new Map([
      ["ce-id", "019aa4c1-0a00-7000-8000-000000000001"],
      ["ce-type", "sanu.payments.PaymentCompleted.v1"],
      ["ce-source", "/sanu/payments"],
      ["ce-subject", "019aa4c1-0a00-7000-8000-000000000002"],
      ["ce-time", "2026-11-21T07:01:00.123456Z"],
      ["ce-correlationid", "c"],
      ["ce-causationid", "c"],
      ["ce-position", "1.2.3"],
    ]);
    const read = (without?: string) =>
      readFactAttributes((name) => (name === without ? "" : (all.get(name) ?? "")));
    expect(read()).toBeDefined();
    const needed = [...all.keys()].filter((name) => read(name) === undefined);
    expect(needed).toHaveLength(all.size);
    expect(required.toSorted()).toEqual(["ce-specversion", "content-type", ...needed].toSorted());
  });

  it("leaves no value without a type", () => {
    const { messages } = document.components;
    const untyped = Object.entries(messages).flatMap(([type, { payload }]) =>
      partsOf(payload.properties)
        .filter((part) => Object.keys(part).length === 0)
        .map(() => type),
    );
    expect(untyped).toEqual([]);
  });
});

function partsOf(part: unknown): readonly object[] {
  if (typeof part !== "object" || part === null) return [];
  return [part, ...Object.values(part).flatMap(partsOf)];
}
