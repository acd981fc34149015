import { announcedSeed, isLongRun, type Person, type World } from "@sanu/testing";
import fc from "fast-check";
import { Agent, request } from "undici";
import { afterAll, describe, expect, it } from "vitest";
import { buy, createdOf } from "../../e2e/buy.ts";
import { logIn } from "../../e2e/log-in.ts";
import { logInAsAdmin } from "../../e2e/staff.ts";
import { createChecks, type OpenApiDocument, type Operation, operationsOf } from "./document.ts";
import { type Answer, findFaults } from "./judge.ts";
import { type FuzzedRequest, requestsTo } from "./requests.ts";

const requestsOfEach = isLongRun() ? 60 : 2;
const strangeMethods = ["DELETE", "PUT", "PATCH", "POST", "GET", "TRACE", "OPTIONS"] as const;

/** It ends the session with which everything else is asked. */
const endsSession = new Set(["logOut"]);

export async function fuzzOperations(world: World): Promise<void> {
  const agent = new Agent({ connect: { rejectUnauthorized: false }, connections: 8 });
  afterAll(() => agent.destroy());
  const served = await world.api.call("GET", "/openapi.json");
  const document = served.json<OpenApiDocument>();
  const operations = operationsOf(document);
  const check = createChecks(document);
  const people = await preparePeople(world);
  const seed = announcedSeed("the fuzzer of the API");
  const statuses = new Map<number, number>();

  const send = async (sent: FuzzedRequest, token: string | undefined): Promise<Answer> => {
    const { method, target, headers, body } = sent;
    const {
      statusCode,
      headers: received,
      body: content,
    } = await request(new URL(world.publicUrl).origin + target, {
      dispatcher: agent,
      method: method as "GET",
      headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
      body,
    });
    const isStream = String(received["content-type"]).startsWith("text/event-stream");
    if (isStream) content.destroy();
    const text = isStream ? undefined : await content.text();
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
    return { status: statusCode, headers: received, text };
  };
  const expectWellAnswered = (operation: Operation, token: string | undefined) =>
    fc.assert(
      fc.asyncProperty(requestsTo(operation, people.ids), async (sent) => {
        expect(findFaults(operation, await send(sent, token), check)).toEqual([]);
      }),
      { seed, numRuns: requestsOfEach, endOnFailure: !isLongRun() },
    );

  describe("whatever is sent to an operation, its answer is one of the document", () => {
    it.each(operations)("$operationId", async (operation) => {
      const who = endsSession.has(operation.operationId) ? people.leaving : people;
      for (const token of [undefined, who.user, who.admin])
        await expectWellAnswered(operation, token);
    });

    it("is so for methods that a path does not have: 405, and those it has", async () => {
      for (const [path, methods] of Object.entries(document.paths)) {
        const target = path.replaceAll(/\{\w+\}/g, people.ids[0] ?? "");
        const had = Object.keys(methods).map((method) => method.toUpperCase());
        const isElsewhere = (method: string) =>
          operations.some((other) => other.method === method && matches(other.path, target));
        for (const method of strangeMethods.filter((each) => !isElsewhere(each))) {
          const answer = await send({ method, target, headers: {}, body: null }, people.user);
          expect([path, method, answer.status]).toEqual([path, method, 405]);
          expect(String(answer.headers["allow"]).split(", ")).toEqual(expect.arrayContaining(had));
        }
      }
    });

    it("is of every kind, so that this says something", () => {
      expect([...statuses.keys()]).toEqual(
        expect.arrayContaining([200, 400, 401, 403, 404, 405, 415, 422]),
      );
      expect(statuses.get(200)).toBeGreaterThan(operations.length / 2);
    });
  });
}

function matches(path: string, target: string): boolean {
  const parts = path.split("/");
  const given = target.split("/");
  const fits = (part: string, at: number) => part.startsWith("{") || part === given[at];
  return parts.length === given.length && parts.every(fits);
}

async function preparePeople(world: World) {
  const person: Person = await world.signUp();
  const { id, payment_url: page } = createdOf(await buy(world, person));
  return {
    user: person.token,
    admin: await logInAsAdmin(world),
    leaving: { user: await logIn(world.api, person), admin: await logInAsAdmin(world) },
    ids: [id, person.accountId, page.split("/").at(-1) ?? id, "1"],
  };
}
