import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { type OperationId, routeAccess } from "../access/route-access.ts";
import { composeOpenApi } from "../compose.ts";

const committed = new URL("../../../../docs/openapi.json", import.meta.url);

interface Operation {
  readonly operationId: OperationId;
  readonly responses: Record<string, { readonly description: string; readonly headers: object }>;
  readonly security?: unknown;
  readonly "x-roles"?: readonly string[];
}
interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: object; readonly headers: object };
}

let document: Document;

beforeAll(async () => {
  document = (await composeOpenApi()) as Document;
});

describe("the OpenAPI document", () => {
  it("is the committed one: `pnpm --filter @sanu/gateway-api openapi` writes it", () => {
    expect(`${JSON.stringify(document, null, 1)}\n`).toBe(readFileSync(committed, "utf8"));
  });

  it("is of version 3.1 and names every operation once", () => {
    const names = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );

    expect(document.openapi).toBe("3.1.0");
    expect(names.toSorted()).toEqual(Object.keys(routeAccess).toSorted());
  });

  it("shows the table of access", () => {
    for (const methods of Object.values(document.paths)) {
      for (const { operationId, responses, security, "x-roles": roles } of Object.values(methods)) {
        const access = routeAccess[operationId];
        const isOpen = access === "everybody";
        expect([operationId, roles]).toEqual([operationId, isOpen ? undefined : access]);
        expect(security === undefined).toBe(isOpen);
        if (!isOpen) expect(Object.keys(responses)).toEqual(expect.arrayContaining(["401", "403"]));
      }
    }
  });

  it("refers to nothing that it does not contain", () => {
    const references = JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g);
    const named = new Set([...references].map(([, name]) => name));

    expect([...named].toSorted()).toEqual(Object.keys(document.components.schemas).toSorted());
  });

  it("names the headers of every answer, and when to come again where that helps", () => {
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

  it("documents for every operation what happens when a service is away", () => {
    for (const methods of Object.values(document.paths)) {
      for (const { responses } of Object.values(methods)) {
        expect(Object.keys(responses)).toEqual(expect.arrayContaining(["400", "503"]));
      }
    }
  });
});
