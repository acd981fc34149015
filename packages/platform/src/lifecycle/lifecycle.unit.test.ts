import { describe, expect, it } from "vitest";
import { createLogger } from "../logger/create-logger.ts";
import { createLifecycle, StartError } from "./lifecycle.ts";
import { TooLateError, within } from "./within.ts";

const logger = createLogger({ service: "test", level: "silent" });

function recorded(names: readonly string[]) {
  const steps: string[] = [];
  const lifecycle = createLifecycle({ logger, stopWithinMs: 60 });
  for (const name of names) {
    lifecycle.add({
      name,
      start: () => void steps.push(`start ${name}`),
      stop: () => void steps.push(`stop ${name}`),
    });
  }
  return { lifecycle, steps };
}

describe("a lifecycle", () => {
  it("starts forwards and stops backwards", async () => {
    const { lifecycle, steps } = recorded(["database", "nats", "http"]);

    await lifecycle.start();
    expect(lifecycle.isRunning()).toBe(true);
    const clean = await lifecycle.stop();

    expect(clean).toBe(true);
    expect(steps).toEqual([
      "start database",
      "start nats",
      "start http",
      "stop http",
      "stop nats",
      "stop database",
    ]);
  });

  it("is not ready any more before the first part stops", async () => {
    const { lifecycle } = recorded([]);
    const seen: boolean[] = [];
    lifecycle.add({ name: "http", stop: () => void seen.push(lifecycle.isRunning()) });

    await lifecycle.start();
    await lifecycle.stop();

    expect(seen).toEqual([false]);
  });

  it("drains every part at once, serves on for the pause, and only then stops one after the other", async () => {
    const steps: string[] = [];
    const { promise: pause, resolve: end } = Promise.withResolvers<void>();
    const lifecycle = createLifecycle({ logger, stopWithinMs: 60, drainPause: () => pause });
    for (const name of ["nats", "http"]) {
      lifecycle.add({
        name,
        drain: () => void steps.push(`drain ${name}`),
        stop: () => void steps.push(`stop ${name}`),
      });
    }
    lifecycle.add({
      name: "broken",
      drain() {
        throw new Error("no");
      },
    });
    await lifecycle.start();

    const stopped = lifecycle.stop();
    expect([lifecycle.isRunning(), steps]).toEqual([false, ["drain http", "drain nats"]]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(steps).toHaveLength(2);
    end();

    expect(await stopped).toBe(true);
    expect(steps.slice(2)).toEqual(["stop http", "stop nats"]);
  });

  it("waits for nobody when it never was ready", async () => {
    const never = () => new Promise<void>(() => undefined);
    const lifecycle = createLifecycle({ logger, drainPause: never });
    lifecycle.add({ name: "http", start: () => Promise.reject(new Error("port taken")) });

    await expect(lifecycle.start()).rejects.toThrow("port taken");
    expect(await lifecycle.stop()).toBe(true);
  });

  it("tells every reason why it cannot start, and starts nothing", async () => {
    const { lifecycle, steps } = recorded(["first"]);
    const failing = (reason: string) => () => Promise.reject(new Error(reason));
    lifecycle
      .add({ name: "database", check: failing("connection refused") })
      .add({ name: "nats", check: failing("server 2.10 is too old") });

    const failure: unknown = await lifecycle.start().catch((error: unknown) => error);

    expect(failure).toBeInstanceOf(StartError);
    expect(String(failure)).toContain("database cannot start: connection refused");
    expect(String(failure)).toContain("nats cannot start: server 2.10 is too old");
    expect(steps).toEqual([]);
  });

  it("closes what the checks opened when one of them refuses the start", async () => {
    const { lifecycle, steps } = recorded(["first"]);
    lifecycle
      .add({
        name: "database",
        check: () => undefined,
        stop: () => void steps.push("stop database"),
      })
      .add({ name: "nats", check: () => Promise.reject(new Error("too old")) });

    await expect(lifecycle.start()).rejects.toThrow("too old");
    expect(steps).toEqual(["stop database"]);
  });

  it("stops what had started when a later part does not start", async () => {
    const { lifecycle, steps } = recorded(["database", "nats"]);
    lifecycle.add({ name: "http", start: () => Promise.reject(new Error("port taken")) });

    await expect(lifecycle.start()).rejects.toThrow("http did not start: port taken");

    expect(lifecycle.isRunning()).toBe(false);
    expect(steps).toEqual(["start database", "start nats", "stop nats", "stop database"]);
  });

  it("stops the rest when a part fails to stop or never ends, and says that it was not clean", async () => {
    const { lifecycle, steps } = recorded(["database"]);
    lifecycle
      .add({ name: "broken", stop: () => Promise.reject(new Error("no")) })
      .add({ name: "endless", stop: () => new Promise(() => undefined) });

    await lifecycle.start();
    const clean = await lifecycle.stop();

    expect(clean).toBe(false);
    expect(steps).toEqual(["start database", "stop database"]);
  });

  it("stops once, however often it is asked", async () => {
    const { lifecycle, steps } = recorded(["database"]);

    await lifecycle.start();
    await Promise.all([lifecycle.stop(), lifecycle.stop()]);

    expect(steps).toEqual(["start database", "stop database"]);
  });

  it("starts nothing more when it is stopped while it starts", async () => {
    const { lifecycle, steps } = recorded([]);
    lifecycle
      .add({ name: "slow", start: () => lifecycle.stop() })
      .add({ name: "http", start: () => void steps.push("start http") });

    await lifecycle.start();

    expect(steps).toEqual([]);
    expect(lifecycle.isRunning()).toBe(false);
  });
});

describe("waiting within a time", () => {
  it("gives the result, or the error, or says what took too long", async () => {
    await expect(within(50, "work", () => 1)).resolves.toBe(1);
    await expect(within(50, "work", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    await expect(within(5, "work", () => new Promise(() => undefined))).rejects.toThrow(
      new TooLateError("work took longer than 5 ms"),
    );
  });
});
