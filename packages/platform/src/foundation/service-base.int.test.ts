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
import { afterAll, describe, expect, it } from "vitest";
import { auditLogMigration } from "../audit-log/migration.ts";
import { boundSettingsMigration, unbindSetting } from "../bound-settings/bound-settings.ts";
import { secret } from "../config/secret.ts";
import { createSchema } from "../database/migration.ts";
import { openDatabase } from "../database/open-database.ts";
import { platformTables } from "../database/platform-tables.ts";
import { createLogger } from "../logger/create-logger.ts";
import { connectNats } from "../messaging/connect-nats.ts";
import { handleRequest, servedClosed } from "../messaging/serve.ts";
import { applyStreams } from "../streams/apply-streams.ts";
import { createServiceBase, type ServiceBaseConfig } from "./service-base.ts";

const context = () => ({ context: { correlationId: "test", causationId: newId<string>() } });

const publishedBy = (service: string) => `
insert into events (log_epoch, stream_id, version, event_id, event_type, data, correlation_id, causation_id, public_type, public_data)
values (1, gen_random_uuid(), 1, gen_random_uuid(), 'Moved', '{}', 'test', 'test', 'sanu.${service}.Moved.v1', '{}')`;

const usual = {
  logLevel: "error",
  healthHost: "127.0.0.1",
  healthPort: 0,
  databasePoolMax: 2,
} as const;

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
      ...usual,
      environment: "development",
      natsUrl: `nats://${wire.host}:${wire.port}`,
      namespace: space,
      databaseUrl: secret(made.url),
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

describe("a database that was used before", async () => {
  const space = testNamespace();
  await applyStreams({ url: testNatsUrl(), namespace: space, replicas: 1 });
  const made = await createTestDatabase("bound", {
    "0001-initial": createSchema(platformTables),
    "0002-create-audit-log": auditLogMigration,
    "0003-bind-settings": boundSettingsMigration,
  });
  afterAll(() => made.drop());
  const startWith = async (
    of: Pick<ServiceBaseConfig, "environment" | "personKey" | "sealingPublicKey">,
    whileRunning: () => Promise<void> = () => Promise.resolve(),
  ): Promise<void> => {
    const config = { ...usual, ...of, namespace: space, natsUrl: testNatsUrl() };
    const logger = createLogger({ service: "payments", level: "silent" });
    const base = createServiceBase(
      "payments",
      { ...config, databaseUrl: secret(made.url) },
      { logger },
    );
    try {
      await base.service.start();
      await whileRunning();
    } finally {
      await base.service.stop();
    }
  };
  const personKey = secret("the key of persons of production");

  it("is no other environment's: what is open there would be carried out by the wrong providers", async () => {
    await startWith({ environment: "production", personKey });
    await startWith({ environment: "production", personKey });
    await expect(startWith({ environment: "staging", personKey })).rejects.toThrow(
      "PAYMENTS_DATABASE_URL leads to a database of production, and SANU_ENV is staging: nothing was done there",
    );
  });

  it("knows the key of persons, so that no mistake in it begins everybody's month anew", async () => {
    const other = secret("the key of persons of production, cut off");
    await expect(startWith({ environment: "production", personKey: other })).rejects.toThrow(
      "PERSON_KEY is not the one that the database of payments was first used with",
    );
  });

  it("knows for which key it seals: what is sealed for another one nobody can open in ten years", async () => {
    const sealingPublicKey = "E".repeat(43);
    await startWith({ environment: "production", personKey, sealingPublicKey });
    await startWith({ environment: "production", personKey });
    const other = { personKey, sealingPublicKey: "F".repeat(43) };
    await expect(startWith({ environment: "production", ...other })).rejects.toThrow(
      `SEALING_PUBLIC_KEY is not the one that the database of payments was first used with: others could open what is sealed, or nobody. Put ${sealingPublicKey} back`,
    );
  });

  it("is taken over on purpose: a restored copy is staging's once somebody says so", async () => {
    const database = openDatabase({ url: made.url, poolMax: 1, applicationName: "test" });
    await startWith({ environment: "production", personKey }, async () => {
      await expect(unbindSetting(database, "payments", "SANU_ENV")).rejects.toThrow(
        "payments runs on this database, so it is no copy: nothing was done there",
      );
    });
    // The server takes a moment to end what served the service.
    await eventually("nothing runs there any more", () =>
      unbindSetting(database, "payments", "SANU_ENV").catch(() => false),
    );
    expect(await unbindSetting(database, "payments", "PERSON_KEY")).toBe(true);
    await database.close();
    const other = { environment: "staging", personKey: secret("x".repeat(32)) } as const;
    await startWith(other);
    await expect(startWith({ ...other, environment: "production" })).rejects.toThrow(/of staging/);
  });
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
