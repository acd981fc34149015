import { generateKeyPairSync } from "node:crypto";
import { GetRemaining, GetTreasury, LogOut } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import {
  assertionFor,
  createTestDatabase,
  eventually,
  serveStaffKey,
  startTcpProxy,
  testNamespace,
  testNatsUrl,
} from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { expect, it } from "vitest";
import { auditLogMigration } from "../audit-log/migration.ts";
import { secret } from "../config/secret.ts";
import { createSchema } from "../database/migration.ts";
import { platformTables } from "../database/platform-tables.ts";
import { createLogger } from "../logger/create-logger.ts";
import { connectNats } from "../messaging/connect-nats.ts";
import { handleRequest, servedClosed } from "../messaging/serve.ts";
import { applyStreams } from "../streams/apply-streams.ts";
import { createServiceBase } from "./service-base.ts";

const context = () => ({ context: { correlationId: "test", causationId: newId<string>() } });

const publishedBy = (service: string) => `
insert into events (log_epoch, stream_id, version, event_id, event_type, data, correlation_id, causation_id, public_type, public_data)
values (1, gen_random_uuid(), 1, gen_random_uuid(), 'Moved', '{}', 'test', 'test', 'sanu.${service}.Moved.v1', '{}')`;

async function startBase() {
  const space = testNamespace();
  await applyStreams({ url: testNatsUrl(), namespace: space, replicas: 1 });
  const made = await createTestDatabase("base", {
    "0001-initial": createSchema(platformTables),
    "0002-create-audit-log": auditLogMigration,
  });
  const server = new URL(testNatsUrl());
  const wire = await startTcpProxy({ host: server.hostname, port: Number(server.port) });
  const near = await connectNats({ url: testNatsUrl(), name: "near", namespace: space });
  const base = createServiceBase(
    "payments",
    {
      logLevel: "error",
      natsUrl: `nats://${wire.host}:${wire.port}`,
      namespace: space,
      healthHost: "127.0.0.1",
      healthPort: 0,
      databaseUrl: secret(made.url),
      databasePoolMax: 2,
    },
    { logger: createLogger({ service: "payments", level: "silent" }) },
  );
  return {
    base,
    wire,
    near,
    publish: (service: string) => base.database.query(CompiledQuery.raw(publishedBy(service))),
    ask: () => near.request(GetRemaining, { accountId: newId<"AccountId">() }, context()),
    askToLogOut: () => near.request(LogOut, { sessionId: newId<string>() }, context()),
    stop: async () => {
      wire.setWire({ kind: "clear" });
      await base.service.stop();
      await near.close();
      await wire.close();
      await made.drop();
    },
  };
}

it("is found by whoever asks once it has started, however slow its way to NATS is", async () => {
  const { base, wire, ask, stop } = await startBase();
  base.lifecycle.add(
    base.serving({ handlers: [handleRequest(GetRemaining, async () => ({ remaining: 7 }))] }),
  );
  wire.setWire({ kind: "slow", latencyMs: 200 });
  try {
    await base.service.start();
    expect(await ask()).toMatchObject({ kind: "replied" });
  } finally {
    await stop();
  }
});

it("does not start on the database of another service, and names the setting that leads there", async () => {
  const { base, publish, stop } = await startBase();
  try {
    await publish("payouts");
    const leads = "PAYMENTS_DATABASE_URL leads to the database of payouts";
    await expect(base.service.start()).rejects.toMatchObject({
      errors: [{ message: expect.stringContaining(leads) }],
    });
  } finally {
    await stop();
  }
});

it("answers no reads from the past: while it is closed only what does not depend on the present rows", async () => {
  const { base, ask, askToLogOut, stop } = await startBase();
  base.lifecycle.add(
    base.serving({
      handlers: [
        handleRequest(GetRemaining, async () => ({ remaining: 7 })),
        servedClosed(handleRequest(LogOut, async () => ({}))),
      ],
    }),
  );
  try {
    await base.service.start();
    base.gate.close("the stream is ahead of the log");
    expect(await ask()).toMatchObject({ kind: "unavailable" });
    expect(await askToLogOut()).toMatchObject({ kind: "replied" });
    base.gate.open();
    expect(await ask()).toMatchObject({ kind: "replied" });
  } finally {
    await stop();
  }
});

it("serves customers while identity is away, and the staff as soon as its word can be verified", async () => {
  const { base, near, ask, stop } = await startBase();
  const treasury = { floats: [], exposure: [] };
  const handlers = [
    handleRequest(GetRemaining, async () => ({ remaining: 7 })),
    handleRequest(GetTreasury, async () => treasury),
  ];
  base.lifecycle.add(base.serving({ handlers }));
  const key = { keyId: "of-before", ...generateKeyPairSync("ed25519") };
  const look = { definition: GetTreasury, input: {} };
  const askOf = (assertion?: string) => near.request(GetTreasury, {}, { ...context(), assertion });
  const isReady = async () =>
    (await fetch(`http://127.0.0.1:${base.service.healthPort()}/readyz`)).ok;
  try {
    await base.service.start();
    expect(await askOf(assertionFor(key, look))).toMatchObject({ kind: "unavailable" });
    expect(await ask()).toMatchObject({ kind: "replied" });
    expect(await isReady()).toBe(true);
    const staff = serveStaffKey(near);
    await eventually("identity is back", async () => {
      return (await askOf(assertionFor(staff.key, look))).kind === "replied";
    });
    expect(await askOf()).toMatchObject({ refusal: { code: "forbidden" } });
    const text = await eventually("the end of the audit log is read", async () => {
      const scraped = await base.metrics.scrape();
      return /sanu_audit_log_entries\{[^}]*\} 2/.test(scraped.text) && scraped.text;
    });
    expect(text).toMatch(/sanu_security_events_total\{event="staff-act-unproven"[^}]*\} [1-9]/);
    await staff.stop();
  } finally {
    await stop();
  }
});
