import { type ProblemCode, problems } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { afterAll, describe, expect, it } from "vitest";
import { isReady, startGateway } from "../gateway.fixture.ts";
import { gatewayLimits } from "../limits.ts";
import { createTokenSigner } from "../token-signer.fixture.ts";

interface Operation {
  readonly requestBody?: { content: Record<string, { schema: JsonSchema }> };
  readonly parameters?: readonly { name: string; in: string; schema: JsonSchema }[];
}
interface JsonSchema {
  readonly type?: string;
  readonly properties?: Record<string, JsonSchema>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly JsonSchema[];
}
interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly operation: Operation;
}

const signer = createTokenSigner();
/** Whoever may use every route: what is wrong with a request is told to nobody else. */
const tokenOfAll = () => signer.token({ roles: ["user", "service_client", "admin"] });
const json = { "content-type": "application/json" };
/** A well-formed value for every field of every body, by its name. */
const goodValues: Readonly<Record<string, unknown>> = {
  name: "Awa",
  email: "awa@example.com",
  token: "123456",
  password_confirmation: "motdepasse",
  password: "motdepasse",
  code: "123456",
  user_id: newId(),
  amount: 5_000,
  type: "BUY_BITCOIN",
  reason: "because",
  resolution: "close",
  receiver_address: "ok@sandbox.sanu",
};

/** One for all routes, so that the methods of one path are seen to be of one. */
const sampleId = newId();

const test = await startGateway({ signer });
const document = (await test.api.call("GET", "/openapi.json")).json<{
  paths: Record<string, Record<string, Operation>>;
}>();
const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    method: method.toUpperCase() as Route["method"],
    path: path
      .replace("tiers/{id}", "tiers/1")
      .replace("aggregators/{code}", "aggregators/sandbox")
      .replaceAll(/\{\w+\}/g, sampleId),
    operation,
  })),
);
afterAll(() => test.stop());

const withBody = () =>
  routes.filter(({ operation }) => "application/json" in (operation.requestBody?.content ?? {}));
const schemaOf = ({ operation }: Route): JsonSchema =>
  operation.requestBody?.content["application/json"]?.schema ?? {};
const goodBody = (route: Route): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(schemaOf(route).properties ?? {})
      .filter((field) => field in goodValues)
      .map((field) => [field, goodValues[field]]),
  );

async function send(
  { method, path }: Pick<Route, "method" | "path">,
  rawBody: string | Uint8Array,
  headers: Record<string, string> = json,
) {
  return test.api.call(method, path, { token: tokenOfAll(), rawBody, headers });
}

/** Asserts that an answer is the documented problem, and never a fault of ours. */
async function expectProblem(
  response: Awaited<ReturnType<typeof send>>,
  codes: readonly ProblemCode[],
): Promise<void> {
  const body = response.json<{ code: ProblemCode; status: number; errors?: object }>();
  expect(codes).toContain(body.code);
  expect(body).toMatchObject({
    success: false,
    status: problems[body.code].status,
    message: expect.any(String),
    title: problems[body.code].title,
    detail: expect.any(String),
    instance: response.headers["x-request-id"],
  });
  expect(response.status).toBe(body.status);
  expect(response.headers["content-type"]).toBe("application/problem+json; charset=utf-8");
  if (body.code === "validation-failed") expect(body.errors).not.toEqual({});
}

/** Bodies that name nothing: to change nothing is no mistake. */
const nothings: readonly unknown[] = ["", "{}"];

/** Sends one body to every route that takes JSON. */
async function expectOfEveryRoute(
  rawBody: string | Uint8Array,
  codes: readonly ProblemCode[],
  headers?: Record<string, string>,
): Promise<void> {
  expect(withBody().length).toBeGreaterThanOrEqual(4);
  for (const route of withBody()) {
    const response = await send(route, rawBody, headers);
    if (route.method === "PATCH" && nothings.includes(rawBody) && response.status === 200) continue;
    await expectProblem(response, codes);
  }
}

describe("a body that is no JSON object", () => {
  it.each([
    ["broken JSON", '{"amount":'],
    ["two values", "{} {}"],
    ["a number that JSON does not have", '{"amount": 0x10}'],
    ["a comment", "{} // nothing"],
    ["a raw line feed in a text", '{"email": "a\nb"}'],
    ["a key twice", '{"email": "a@b.example", "email": "c@d.example"}'],
    ["a key twice, written in two ways", '{"email": "a@b.example", "\\u0065mail": "c@d.example"}'],
    ["a key twice in an inner object", '{"x": {"a": 1, "a": 2}}'],
    ["a prototype", '{"__proto__": {"roles": ["admin"]}}'],
    ["a prototype, disguised", '{"\\u005f_proto__": {}}'],
    ["deep nesting", `{"x": ${"[".repeat(20_000)}${"]".repeat(20_000)}}`],
    ["deep nesting that never ends", "[".repeat(60_000)],
  ])("is malformed: %s", async (_what, text) => {
    await expectOfEveryRoute(text, ["malformed-json"]);
  });

  it.each([
    ["broken UTF-8", [0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]],
    ["an overlong slash", [0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d]],
    ["a surrogate in UTF-8", [0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d]],
    ["NUL bytes", [0x7b, 0x00, 0x7d]],
    ["UTF-16", [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]],
  ])("is malformed: %s", async (_what, bytes) => {
    await expectOfEveryRoute(Uint8Array.from(bytes), ["malformed-json"]);
  });

  it.each(["", "{}"])("names nothing, and is told what it owes: %j", async (text) => {
    await expectOfEveryRoute(text, ["validation-failed"]);
  });

  it.each(["null", "[]", "[{}]", '"text"', "1", "true"])(
    "is told to be one, and nothing else: %j",
    async (text) => {
      for (const route of withBody()) {
        const response = await send(route, text);
        await expectProblem(response, ["validation-failed"]);
        const { errors } = response.json<{ errors: object }>();
        expect(Object.keys(errors), `${route.method} ${route.path}`).toEqual(["body"]);
      }
    },
  );

  it("is too large above 64 KiB, however it is sent", async () => {
    const text = `{"x": "${"a".repeat(gatewayLimits.bodyBytesMax)}"}`;
    await expectOfEveryRoute(text, ["body-too-large"]);
  });

  it.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/json; charset=latin1",
    "application/json; charset=utf-16",
    "application/jsonx",
    "application/json; charset=utf-8; x=y",
    "application/vnd.api+json",
    "application/json, text/plain",
    "nonsense",
    "",
  ])("is of another type: %j", async (type) => {
    await expectOfEveryRoute("{}", ["unsupported-media-type"], { "content-type": type });
  });
});

describe("a field of a body", () => {
  const wrongValues = [
    ["null", "null"],
    ["a flag", "true"],
    ["a list", "[1]"],
    ["an object", '{"a": 1}'],
    ["a negative number", "-5000"],
    ["a fraction", "0.5"],
    ["a number beyond all bounds", "1e400"],
    ["a large number", "99999999999999999999"],
    ["an empty text", '""'],
    ["NUL", '"a\\u0000b"'],
    ["half a letter", '"\\ud800"'],
    ["a very long text", `"${"a".repeat(4_000)}"`],
  ] as const;

  it.each(wrongValues)("that must be there is refused with its name: %s", async (_what, value) => {
    let checked = 0;
    for (const route of withBody()) {
      for (const field of schemaOf(route).required ?? []) {
        const others = JSON.stringify({ ...goodBody(route), [field]: undefined }).slice(1, -1);
        const text = `{${[others, `"${field}": ${value}`].filter(Boolean).join(",")}}`;
        const response = await send(route, text);
        await expectProblem(response, ["validation-failed"]);
        const named = Object.keys(response.json<{ errors: object }>().errors);
        // What is wrong inside a list is named by its place: `receivers.0`.
        expect(named.map((name) => name.split(".")[0])).toContain(field);
        checked += 1;
      }
    }
    expect(checked).toBeGreaterThanOrEqual(8);
  });

  it.each(wrongValues)(
    "that may be missing is refused or passed over, never a fault: %s",
    async (_what, value) => {
      for (const route of withBody()) {
        const { properties = {}, required = [] } = schemaOf(route);
        for (const field of Object.keys(properties).filter((each) => !required.includes(each))) {
          const others = JSON.stringify({ ...goodBody(route), [field]: undefined }).slice(1, -1);
          const response = await send(
            route,
            `{${[others, `"${field}": ${value}`].filter(Boolean).join(",")}}`,
          );
          expect([200, 201, 202, 422]).toContain(response.status);
          if (response.status === 422) await expectProblem(response, ["validation-failed"]);
        }
      }
    },
  );

  it("that is missing is named, together with all others", async () => {
    for (const route of withBody().filter(({ method }) => method !== "PATCH")) {
      const response = await send(route, "{}");
      const { errors } = response.json<{ errors: object }>();
      expect(Object.keys(errors)).toEqual(
        expect.arrayContaining(schemaOf(route).required?.slice() ?? []),
      );
    }
  });
});

describe("the rest of a request", () => {
  it.each(["%00", "..", "%2e%2e%2f", "'%20or%201=1", "%F0%9F%92%A9", "null"])(
    "names nothing in a path: %j",
    async (id) => {
      const response = await test.api.call("GET", `/api/v1/transactions/${id}`, {
        token: tokenOfAll(),
      });
      await expectProblem(response, ["not-found"]);
    },
  );

  it("names nothing in a path that is too long", async () => {
    const response = await test.api.call("GET", `/api/v1/transactions/${"a".repeat(5_000)}`);
    await expectProblem(response, ["not-found"]);
  });

  it.each(["%zz", "%", "%E0%A4%A"])(
    "names nothing in a path that cannot be decoded: %j",
    async (id) => {
      for (const token of [undefined, tokenOfAll()]) {
        const options = token === undefined ? {} : { token };
        const response = await test.api.call("GET", `/api/v1/transactions/${id}`, options);
        await expectProblem(response, ["not-found"]);
      }
    },
  );

  it.each(["DELETE", "PUT", "PATCH"] as const)(
    "is answered with the methods that there are when it comes with another one: %s",
    async (method) => {
      const known = new Set(routes.filter((route) => route.method === method).map((r) => r.path));
      for (const { path } of routes.filter((route) => !known.has(route.path))) {
        const response = await test.api.call(method, path, { token: tokenOfAll() });
        await expectProblem(response, ["method-not-allowed"]);
        const ours = routes.filter((route) => route.path === path).map((route) => route.method);
        expect(String(response.headers["allow"]).split(", ")).toEqual(expect.arrayContaining(ours));
      }
      const unknown = await test.api.call(method, "/api/v1/nothing", { token: tokenOfAll() });
      await expectProblem(unknown, ["not-found"]);
      expect(unknown.headers["allow"]).toBeUndefined();
    },
  );

  it("has query parameters that are told when they are wrong", async () => {
    let checked = 0;
    for (const { method, path, operation } of routes) {
      for (const parameter of operation.parameters ?? []) {
        if (parameter.in !== "query") continue;
        for (const value of [
          "%00",
          "",
          "%F0%9F%92%A9&x=".repeat(200),
          "1e400",
          "-1",
          "0x10",
          "1e1",
        ]) {
          const url = `${path}?${parameter.name}=${value}`;
          const response = await test.api.call(method, url, { token: tokenOfAll() });
          // Any visible text can be a cursor to the gateway, be searched for, or be what a client calls its order.
          const isText = ["cursor", "search", "client_reference"].includes(parameter.name);
          expect(isText ? [200, 422] : [422]).toContain(response.status);
          checked += 1;
        }
      }
    }
    expect(checked).toBeGreaterThanOrEqual(35);
  });

  it("leaves the gateway alive, without one fault in its log", async () => {
    expect(await isReady(test.gateway)).toBe(true);
    const faults = test.lines.filter((line) => /"level":"(error|fatal)"/.test(line));
    expect(faults).toEqual([]);
    const statuses = test.lines.map((line) => (JSON.parse(line) as { status?: number }).status);
    expect(statuses.length).toBeGreaterThan(300);
    expect(statuses.filter((status) => status === 500)).toEqual([]);
  });
});
