import { afterEach, describe, expect, it } from "vitest";
import { createMetrics } from "../telemetry/metrics.ts";
import { createHealthServer, type HealthCheck, type HealthServer } from "./health-server.ts";

let server: HealthServer | undefined;

afterEach(async () => {
  await server?.stop();
});

async function serving(options: { isRunning?: boolean; checks?: readonly HealthCheck[] }) {
  const metrics = createMetrics("payments");
  metrics.close();
  server = createHealthServer({
    service: "payments",
    port: 0,
    host: "127.0.0.1",
    isRunning: () => options.isRunning ?? true,
    checks: options.checks ?? [],
    metrics,
  });
  const port = await server.start();
  return async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    return { status: response.status, text: await response.text() };
  };
}

const fine: HealthCheck = { name: "database", findTrouble: () => undefined };

describe("the health of a service", () => {
  it("is alive as long as the process answers, whatever it needs", async () => {
    const get = await serving({
      isRunning: false,
      checks: [{ name: "nats", findTrouble: () => "disconnected" }],
    });

    expect(await get("/livez")).toEqual({
      status: 200,
      text: '{"status":"alive","service":"payments"}',
    });
  });

  it("is ready when it runs and everything it needs is there", async () => {
    const get = await serving({ checks: [fine] });

    expect(await get("/readyz")).toEqual({
      status: 200,
      text: '{"status":"ready","service":"payments","checks":{"database":"ok"}}',
    });
  });

  it("says what is missing, also when a check throws or never ends", async () => {
    const get = await serving({
      checks: [
        fine,
        { name: "nats", findTrouble: () => "disconnected" },
        { name: "stream", findTrouble: () => Promise.reject(new Error("ahead of the log")) },
        { name: "keys", findTrouble: () => new Promise(() => undefined) },
      ],
    });

    const { status, text } = await get("/readyz");

    expect(status).toBe(503);
    expect(JSON.parse(text)).toEqual({
      status: "not ready",
      service: "payments",
      checks: {
        database: "ok",
        nats: "disconnected",
        stream: "ahead of the log",
        keys: "keys took longer than 1000 ms",
      },
    });
  });

  it("is not ready while it starts and stops", async () => {
    const get = await serving({ isRunning: false, checks: [fine] });

    expect(await get("/readyz")).toMatchObject({ status: 503 });
  });

  it("shows its metrics, and nothing on other paths", async () => {
    const get = await serving({});

    expect((await get("/metrics")).text).toContain('sanu_relay_lag{service="payments"} 0');
    expect(await get("/")).toMatchObject({ status: 404 });
  });

  it("tells its metrics of each check, asked for now", async () => {
    const troubles: string[] = [];
    const log = { name: "log", findTrouble: () => troubles[0] };
    const get = await serving({ checks: [fine, log] });
    const readyOf = async (check: string) =>
      /\d$/m.exec((await get("/metrics")).text.split(`sanu_ready{check="${check}",`)[1] ?? "")?.[0];

    expect(await readyOf("log")).toBe("1");
    troubles.push("behind the stream");
    expect(await readyOf("log")).toBe("0");
    expect(await readyOf("database")).toBe("1");
  });
});
