import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { namespace } from "@sanu/contracts";
import { findFreePort, runProcess } from "@sanu/local-stack";
import { migrations } from "@sanu/payouts";
import { applyStreams } from "@sanu/platform";
import { createTestDatabase, eventually, testNamespace, testNatsUrl } from "@sanu/testing";
import { afterAll, beforeAll, expect, it } from "vitest";

const limits = { readyMs: 15_000, stopMs: 15_000 } as const;
const root = join(import.meta.dirname, "..", "..");
const ways = [
  ["its TypeScript", ["services/payouts/src/main.ts"]],
  ["its bundle", ["services/payouts/dist/main.js"]],
] as const;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sanu-start-"));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each(ways)("starts a service by plain node from %s, and stops it well", async (_way, args) => {
  const space = testNamespace();
  await applyStreams({ url: testNatsUrl(), namespace: namespace(space), replicas: 1 });
  const database = await createTestDatabase("payouts", migrations);
  const port = await findFreePort();
  const running = await runProcess({
    name: "payouts",
    command: process.execPath,
    args,
    cwd: root,
    env: {
      SANU_ENV: "development",
      NATS_URL: testNatsUrl(),
      NATS_NAMESPACE: space,
      PAYOUTS_DATABASE_URL: database.url,
      SANDBOX_URL: "http://127.0.0.1:9",
      HEALTH_PORT: String(port),
    },
    logFile: join(folder, `${port}.log`),
    stopSignal: "SIGTERM",
  });
  try {
    await eventually(
      "the service is ready",
      async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status === 200,
      limits.readyMs,
    );
    const exit = await running.stop("SIGTERM", limits.stopMs);
    expect({ ...exit, log: running.logTail() }).toMatchObject({ code: 0, signal: null });
  } finally {
    await running.kill();
    await database.drop();
  }
});
