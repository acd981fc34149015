import { type ApiClient, createApiClient, eventually, fairNowMs, signUp } from "@sanu/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { logIn } from "../e2e/log-in.ts";
import { type OwnNats, type OwnPostgres, startOwnNats, startOwnPostgres } from "./own-servers.ts";
import { type FaultSystem, startFaultSystem } from "./system.ts";

const limits = {
  /** A token that was revoked at one gateway is refused by every other within this. */
  seenWithinMs: 1_000,
  /** A gateway that hears nothing for so long lets nobody in. */
  deafForMs: 5_000,
  logouts: 10,
  testMs: 120_000,
} as const;

let nats: OwnNats;
let postgres: OwnPostgres;
let system: FaultSystem;
/** Two gateways; the first one has a way to NATS that can be broken. */
let gateways: readonly [ApiClient, ApiClient];

beforeAll(async () => {
  nats = await startOwnNats();
  postgres = await startOwnPostgres();
  system = await startFaultSystem({
    databaseUrl: postgres.url,
    natsUrl: nats.url,
    guard: nats.guard,
  });
  const second = await system.startReplica("gateway-api");
  gateways = [system.api, createApiClient(second.apiUrl ?? "")];
}, limits.testMs);

afterAll(async () => {
  await gateways?.[1].close();
  await system?.stop();
  await postgres?.remove();
  await nats?.remove();
}, limits.testMs);

const statusAt = async (gateway: ApiClient, token: string): Promise<number> =>
  (await gateway.call("GET", "/api/v1/auth/me", { token })).status;
const statuses = (token: string) => Promise.all(gateways.map((one) => statusAt(one, token)));

async function logOutAt(gateway: ApiClient, token: string): Promise<void> {
  const response = await gateway.call("POST", "/api/v1/auth/logout", { token });
  expect(response.status).toBe(200);
}

/** Logs out at one gateway and returns how long another one still let the token in, in milliseconds. */
async function logOutAndWatch(one: ApiClient, other: ApiClient, token: string): Promise<number> {
  await eventually(
    "the other gateway lets it in",
    async () => (await statusAt(other, token)) === 200,
  );
  await logOutAt(one, token);
  return letInFor(() => statusAt(other, token));
}

/** Waits until a token is refused; for how long from now on somebody still came in, who began to ask in time. */
async function letInFor(status: () => Promise<number>): Promise<number> {
  const fromMs = fairNowMs();
  let lastMs = fromMs;
  await eventually("the other gateway refuses", async () => {
    const askedMs = fairNowMs();
    const isRefused = (await status()) === 401;
    // How long a busy machine takes to answer is not how long the token is good.
    if (!isRefused) lastMs = askedMs;
    return isRefused;
  });
  return lastMs - fromMs;
}

/** Both gateways let a good token in again. */
const bothWork = (token: string) =>
  eventually(
    "both gateways work",
    async () => (await statuses(token)).every((status) => status === 200),
    60_000,
  );

describe("a token that was logged out at one gateway", () => {
  it("is refused by the other within a second, whichever it was", {
    timeout: limits.testMs,
  }, async () => {
    const person = await signUp(gateways[1], system.mail);
    const [first, second] = gateways;
    for (let time = 0; time < limits.logouts; time += 1) {
      const [one, other] = time % 2 === 0 ? [first, second] : [second, first];
      const seenMs = await logOutAndWatch(one, other, await logIn(gateways[1], person));
      expect(seenMs).toBeLessThan(limits.seenWithinMs);
    }
    expect(await statuses(person.token)).toEqual([200, 200]);
  });

  it.each([
    [
      "a gateway",
      () => system.program("gateway-api").kill(),
      () => system.program("gateway-api").restart(),
    ],
    [
      "identity",
      () => system.program("identity").kill(),
      () => system.program("identity").restart(),
    ],
    ["NATS", () => nats.kill(), () => nats.restart()],
    ["Postgres", () => postgres.stop("immediate"), () => postgres.restart()],
  ] as const)(
    "stays refused while and after %s is killed and comes back",
    { timeout: limits.testMs },
    async (_part, takeDown, bringBack) => {
      const person = await signUp(gateways[1], system.mail);
      const ended = await logIn(gateways[1], person);
      await logOutAt(gateways[1], ended);
      const endedAt = performance.now();
      const statusesSeen: number[] = [];
      const recordReplies = async () => {
        const settled = await Promise.allSettled(gateways.map((one) => statusAt(one, ended)));
        for (const one of settled) if (one.status === "fulfilled") statusesSeen.push(one.value);
      };
      // At once, so that the news may not have left; a second later nobody may let the token in all the same.
      await takeDown();
      await eventually("a second", () => performance.now() - endedAt > limits.seenWithinMs);
      await recordReplies();
      await bringBack();
      await recordReplies();
      await bothWork(person.token);

      await recordReplies();
      // Refused, or not answered: 503 while nobody could tell.
      expect(statusesSeen.filter((status) => status !== 401 && status !== 503)).toEqual([]);
      expect(await statuses(ended)).toEqual([401, 401]);
      const seenMs = await logOutAndWatch(
        gateways[1],
        gateways[0],
        await logIn(gateways[1], person),
      );
      expect(seenMs).toBeLessThan(limits.seenWithinMs);
    },
  );
});

describe("a gateway that is cut off from identity", () => {
  it.each(["cut", "half-open"] as const)(
    "lets nobody in, the other goes on, and what was revoked meanwhile is refused behind it: %s",
    { timeout: limits.testMs },
    async (kind) => {
      // Postgres has just come back: a 503 is honest still.
      const person = await eventually("somebody signs up", () => signUp(gateways[1], system.mail));
      const ended = await logIn(gateways[1], person);
      await bothWork(ended);
      system.wires["gateway-api"].setWire({ kind });
      await logOutAt(gateways[1], ended);
      const cutAt = performance.now();
      await eventually(
        "it is deaf for long enough",
        () => performance.now() - cutAt > limits.deafForMs,
      );

      for (const token of [person.token, ended]) {
        const response = await gateways[0].call("GET", "/api/v1/auth/me", { token });
        expect([response.status, response.headers["retry-after"]]).toEqual([503, "1"]);
      }
      expect(await statusAt(gateways[1], person.token)).toBe(200);
      expect(await statusAt(gateways[1], ended)).toBe(401);

      system.wires["gateway-api"].setWire({ kind: "clear" });
      await bothWork(person.token);
      expect(await statuses(ended)).toEqual([401, 401]);
    },
  );
});
