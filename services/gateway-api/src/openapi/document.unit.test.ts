import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compose } from "../compose.ts";
import { readGatewayConfig } from "../config.ts";
import { fieldLimits } from "../limits.ts";

const committed = new URL("../../../../docs/openapi.json", import.meta.url);

interface Schema {
  readonly anyOf?: readonly Schema[];
  readonly type?: string;
  readonly oneOf?: readonly Schema[];
  readonly maxLength?: number;
  readonly allOf?: readonly Schema[];
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly maxItems?: number;
  readonly items?: Schema;
}
interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly schema: Schema }[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
  readonly operationId: string;
  readonly responses: Record<string, { readonly description: string; readonly headers: object }>;
  readonly security?: unknown;
  readonly "x-roles"?: readonly string[];
}
interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: object; readonly headers: object };
}

const config = readGatewayConfig({
  SANU_ENV: "staging",
  NATS_URL: "nats://localhost",
  GATEWAY_TLS: "off",
});
const document = (await (await compose(config)).openApi()) as Document;

const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

describe("the OpenAPI document", () => {
  it("is the committed one: `npm run generate` writes it", () => {
    expect(`${JSON.stringify(document, null, 1)}\n`).toBe(readFileSync(committed, "utf8"));
  });

  it("is of version 3.1 and names every operation once", () => {
    const names = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );

    expect(document.openapi).toBe("3.1.0");
    expect(names.length).toBeGreaterThan(40);
    expect(new Set(names).size).toBe(names.length);
  });

  it("shows for every operation that is not open who may use it", () => {
    for (const methods of Object.values(document.paths)) {
      for (const { operationId, responses, security, "x-roles": roles } of Object.values(methods)) {
        expect([operationId, roles === undefined]).toEqual([operationId, security === undefined]);
        if (roles !== undefined) {
          expect(Object.keys(responses)).toEqual(expect.arrayContaining(["401", "403"]));
        }
      }
    }
  });

  it("lets a service client into nothing that moves a person's money", () => {
    const ofMoney = ["createTransaction", "listTransactions", "getRemaining", "createQuote"];
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    const roles = operations
      .filter(({ operationId }) => ofMoney.includes(operationId))
      .map(({ "x-roles": each }) => each);

    expect(roles).toEqual(ofMoney.map(() => ["user", "admin"]));
  });

  it("refers to nothing that it does not contain", () => {
    const references = JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g);
    const named = new Set([...references].map(([, name]) => name));

    expect([...named].toSorted()).toEqual(Object.keys(document.components.schemas).toSorted());
  });

  it("names the headers of every response, and when to come again where that helps", () => {
    for (const methods of Object.values(document.paths)) {
      for (const { responses, security } of Object.values(methods)) {
        for (const [status, { description, headers }] of Object.entries(responses)) {
          const inProgress = description.includes("idempotency-in-progress");
          const comesAgain = status === "429" || status === "503" || inProgress;
          expect(Object.keys(headers)).toContain("X-Request-Id");
          expect("Retry-After" in headers).toBe(comesAgain);
          if (security !== undefined) expect("RateLimit" in headers).toBe(status !== "401");
        }
      }
    }
    const references = JSON.stringify(document).matchAll(/"#\/components\/headers\/([\w-]+)"/g);
    const named = new Set([...references].map(([, name]) => name));
    expect([...named].toSorted()).toEqual(Object.keys(document.components.headers).toSorted());
  });

  it("bounds every text that a request can carry, and every list", () => {
    const unbounded: string[] = [];
    const look = (schema: Schema, at: string): void => {
      const shapes = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
      const isBounded = shapes.some(
        ({ maxLength, enum: values, format = "", pattern = "" }) =>
          maxLength !== undefined ||
          values !== undefined ||
          ["uuid", "date", "binary"].includes(format) ||
          (/^\^.*\$$/.test(pattern) && !/[*+]|\{\d+,\}/.test(pattern)),
      );
      if (shapes.some(({ type }) => type === "string") && !isBounded) unbounded.push(at);
      if (schema.type === "array" && schema.maxItems === undefined) unbounded.push(at);
      for (const [name, inner] of Object.entries(schema.properties ?? {})) {
        look(inner, `${at}.${name}`);
      }
      if (schema.items !== undefined) look(schema.items, `${at}[]`);
    };
    for (const { operationId, parameters = [], requestBody } of operations) {
      for (const { name, schema } of parameters) look(schema, `${operationId} ${name}`);
      for (const { schema } of Object.values(requestBody?.content ?? {})) look(schema, operationId);
    }
    expect(unbounded).toEqual([]);
  });

  it("says what is enforced: which fields go together, what says nothing, where no body is needed", () => {
    const of = (id: string) => {
      const found = operations.find(({ operationId }) => operationId === id);
      const schema = found?.requestBody?.content["application/json"]?.schema;
      return { required: found?.requestBody?.required, schema };
    };
    const given = (name: string) => expect.objectContaining({ required: [name] });

    expect(of("verifyOtp").schema?.allOf).toEqual([
      { anyOf: [given("user_id"), given("email")] },
      { anyOf: [given("code"), given("otp")] },
    ]);
    expect(of("regenerateOtp").schema?.anyOf).toEqual([given("user_id"), given("email")]);
    expect(of("createQuote").schema?.oneOf).toEqual([given("amount"), given("amount_sats")]);
    expect(of("changeUser").schema?.allOf).toEqual([
      { anyOf: [given("role"), given("active"), given("tier")] },
      {
        anyOf: [
          { properties: { active: { not: { enum: [false] } } } },
          { not: { anyOf: [given("role"), given("tier")] } },
        ],
      },
    ]);
    expect(of("changeUser").schema?.properties?.["reason"]).toMatchObject({
      minLength: 1,
      maxLength: fieldLimits.reasonLettersMax,
      pattern: "\\S",
    });
    expect([of("updateMe").required, of("register").required]).toEqual([false, true]);
    for (const { operationId, responses, requestBody } of operations) {
      if (requestBody === undefined) continue;
      const refusals = ["408", "413", "415", "422", "429"];
      expect([operationId, Object.keys(responses)]).toEqual([
        operationId,
        expect.arrayContaining(refusals),
      ]);
    }
  });

  it("documents for every operation what happens when a service is away", () => {
    for (const methods of Object.values(document.paths)) {
      for (const { responses } of Object.values(methods)) {
        expect(Object.keys(responses)).toEqual(expect.arrayContaining(["400", "503"]));
      }
    }
  });
});
