import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { newId } from "@sanu/kernel";
import { findFreePort } from "@sanu/local-stack";
import {
  type ApiClient,
  createApiClient,
  eventually,
  type Person,
  type World,
} from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { buy, createdOf, openConnections } from "./buy.ts";
import { countEvents } from "./logs.ts";
import { startSanu } from "./start-world.ts";

const copies = 50;
/** Longer than it takes to see the order in the log and to kill the gateway, much shorter than a client waits for its link. */
const slowRailMs = 500;

/** As a server says it that cannot make a table larger. */
const diskFullTexts = [
  `create function refuse_growth() returns trigger language plpgsql as $$ begin
    raise exception 'could not extend file' using errcode = '53100'; end $$`,
  "create trigger disk_full before insert on events for each statement execute function refuse_growth()",
];
const roomAgainTexts = ["drop trigger disk_full on events", "drop function refuse_growth"];

describe("one Idempotency-Key", () => {
  let world: World;

  beforeAll(async () => {
    world = await startSanu({ settings: { LINK_WAIT_MS: "30000" } });
  });

  afterEach(() => world.expectBooksToBalance());
  afterAll(() => world.stop());

  const ordersOf = async ({ accountId }: Person) => {
    const rows = await world.databases.transactions.query<{ id: string }>(
      CompiledQuery.raw(
        `select stream_id as id from events
         where event_type = 'TransactionCreated' and data->>'accountId' = $1`,
        [accountId],
      ),
    );
    return rows.map(({ id }) => id);
  };

  it("sent 50 times in parallel makes one transaction, and all get the same bytes", async () => {
    const person = await world.signUp();
    const idempotencyKey = newId();
    await openConnections(world, person, copies);
    const responses = await Promise.all(
      Array.from({ length: copies }, () => buy(world, person, { idempotencyKey })),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(copies).fill(201));
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    const replayed = responses.filter(({ headers }) => headers["idempotent-replayed"] === "true");
    expect(replayed).toHaveLength(copies - 1);
    expect(await ordersOf(person)).toEqual(responses.slice(0, 1).map((one) => createdOf(one).id));

    await world.settled();
    const late = await buy(world, person, { idempotencyKey });
    expect(late.text).toBe(responses[0]?.text);
    expect(late.headers["idempotent-replayed"]).toBe("true");
  });

  /** Tries deploy/runbooks/disk-full.md. */
  it("is refused whole while the disk of the database is full, and taken once when there is room", async () => {
    const person = await world.signUp();
    const idempotencyKey = newId();
    const { transactions } = world.databases;
    for (const text of diskFullTexts) await transactions.query(CompiledQuery.raw(text));
    const refused = await buy(world, person, { idempotencyKey });
    const read = await world.api.call("GET", "/api/v1/transactions", { token: person.token });
    for (const text of roomAgainTexts) await transactions.query(CompiledQuery.raw(text));

    expect([refused.status, read.status]).toEqual([503, 200]);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(await ordersOf(person)).toEqual([]);
    const taken = await buy(world, person, { idempotencyKey });
    expect(await ordersOf(person)).toEqual([createdOf(taken).id]);
    await world.settled();
  });

  it("with another body is refused and does nothing", async () => {
    const person = await world.signUp();
    const idempotencyKey = newId();
    createdOf(await buy(world, person, { idempotencyKey }));
    await world.settled();
    const before = await countEvents(world);
    const other = await buy(world, person, { idempotencyKey, amount: 10_001 });
    expect(other.status).toBe(422);
    expect(other.json()).toMatchObject({ success: false, code: "idempotency-key-reused" });
    expect(await countEvents(world)).toEqual(before);
  });

  it("of another person is another key", async () => {
    const [one, other] = await Promise.all([world.signUp(), world.signUp()]);
    const idempotencyKey = newId();
    const responses = await Promise.all(
      [one, other].map((person) => buy(world, person, { idempotencyKey })),
    );
    expect(responses.map(({ headers }) => headers["idempotent-replayed"])).toEqual([
      undefined,
      undefined,
    ]);
    expect(new Set(responses.map((response) => createdOf(response).id)).size).toBe(2);
  });

  /** An order whose gateway was killed before it answered; undefined where it was faster, as on a machine that stood still. */
  const orderUnanswered = async () => {
    const person = await world.signUp();
    const idempotencyKey = newId();
    const gateway = await startGateway(world);
    world.sandbox.control.setLatencyMs(slowRailMs);
    try {
      const lost = buy({ api: gateway.api }, person, { idempotencyKey }).catch(() => "no answer");
      const [placed] = await eventually("the order is committed", async () => {
        const orders = await ordersOf(person);
        return orders.length > 0 && orders;
      });
      await gateway.kill();
      return (await lost) === "no answer" ? { person, idempotencyKey, placed } : undefined;
    } finally {
      world.sandbox.control.setLatencyMs(0);
      await gateway.kill();
    }
  };

  it("brings the same transaction when the gateway was killed between commit and answer", async () => {
    const unanswered = await eventually("a gateway is killed in time", orderUnanswered);
    const { person, idempotencyKey, placed } = unanswered;

    const response = await buy(world, person, { idempotencyKey });
    expect(createdOf(response).id).toBe(placed);
    expect(createdOf(response).payment_url).toContain(world.sandbox.url);
    expect(await ordersOf(person)).toEqual([placed]);
  });
});

interface KillableGateway {
  readonly api: ApiClient;
  readonly kill: () => Promise<void>;
}

/** A second gateway of the world, in a process of its own, because only a process can be killed. */
async function startGateway(world: World): Promise<KillableGateway> {
  const port = await findFreePort();
  const program = new URL("../../services/gateway-api/dist/main.js", import.meta.url);
  const child = spawn(process.execPath, [fileURLToPath(program)], {
    env: { ...world.environment, GATEWAY_PORT: String(port), PATH: process.env["PATH"] },
    stdio: "ignore",
  });
  const api = createApiClient(`https://localhost:${port}`);
  await eventually("the second gateway answers", async () => {
    return (await api.call("GET", "/openapi.json")).status === 200;
  });
  return { api, kill: () => kill(child, api) };
}

async function kill(child: ChildProcess, api: ApiClient): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
  await api.close();
}
