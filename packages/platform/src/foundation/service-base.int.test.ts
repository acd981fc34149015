import { GetRemaining } from "@sanu/contracts";
import { type AccountId, newId } from "@sanu/kernel";
import { createTestDatabase, startTcpProxy, testNamespace, testNatsUrl } from "@sanu/testing";
import { expect, it } from "vitest";
import { secret } from "../config/secret.ts";
import { createSchema } from "../database/migration.ts";
import { platformTables } from "../database/platform-tables.ts";
import { createLogger } from "../logger/create-logger.ts";
import { connectNats } from "../messaging/connect-nats.ts";
import { handleRequest } from "../messaging/serve.ts";
import { applyStreams } from "../streams/apply-streams.ts";
import { createServiceBase } from "./service-base.ts";

it("is found by whoever asks once it has started, however slow its way to NATS is", async () => {
  const space = testNamespace();
  await applyStreams({ url: testNatsUrl(), namespace: space, replicas: 1 });
  const made = await createTestDatabase("base", { "0001-initial": createSchema(platformTables) });
  const server = new URL(testNatsUrl());
  const wire = await startTcpProxy({ host: server.hostname, port: Number(server.port) });
  const near = await connectNats({ url: testNatsUrl(), name: "near", namespace: space });
  const base = createServiceBase(
    "payments",
    {
      logLevel: "error",
      natsUrl: `nats://${wire.host}:${wire.port}`,
      namespace: space,
      healthPort: 0,
      databaseUrl: secret(made.url),
      databasePoolMax: 2,
    },
    { logger: createLogger({ service: "payments", level: "silent" }) },
  );
  base.lifecycle.add(
    base.serving({ handlers: [handleRequest(GetRemaining, async () => ({ remaining: 7 }))] }),
  );
  wire.setWire({ kind: "slow", latencyMs: 200 });
  try {
    await base.service.start();
    const answer = await near.request(
      GetRemaining,
      { accountId: newId() as AccountId },
      { context: { correlationId: "test", causationId: newId() } },
    );

    expect(answer).toMatchObject({ kind: "replied" });
  } finally {
    wire.setWire({ kind: "clear" });
    await base.service.stop();
    await near.close();
    await wire.close();
    await made.drop();
  }
});
