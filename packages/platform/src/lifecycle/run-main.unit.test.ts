import { describe, expect, it } from "vitest";
import { ConfigError } from "../config/read-config.ts";
import { createLogger } from "../logger/create-logger.ts";
import { exitCodes, type Host, runMain, type Service } from "./run-main.ts";

const logger = createLogger({ service: "test", level: "silent" });

function fakeHost() {
  const listeners = new Map<string, (cause: unknown) => void>();
  const exits: number[] = [];
  const errors: string[] = [];
  const host: Host = {
    env: { NATS_URL: "nats://localhost:4222" },
    on: (event, listener) => listeners.set(event, listener),
    exit: (code) => void exits.push(code),
    writeError: (text) => void errors.push(text),
  };
  const raise = async (event: string) => {
    listeners.get(event)?.(new Error(event));
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { host, exits, errors, raise };
}

const quiet: Service = {
  logger,
  start: () => Promise.resolve(),
  stop: () => Promise.resolve(true),
};

describe("the process of a service", () => {
  it("runs until a signal, then stops and ends with 0", async () => {
    const { host, exits, raise } = fakeHost();

    await runMain(() => quiet, host);
    expect(exits).toEqual([]);
    await raise("SIGTERM");

    expect(exits).toEqual([exitCodes.stopped]);
  });

  it("composes from its environment", async () => {
    const { host } = fakeHost();
    const seen: unknown[] = [];

    await runMain((env) => {
      seen.push(env["NATS_URL"]);
      return quiet;
    }, host);

    expect(seen).toEqual(["nats://localhost:4222"]);
  });

  it("prints every mistake of its configuration and ends with a code of its own", async () => {
    const { host, exits, errors } = fakeHost();

    await runMain(() => {
      throw new ConfigError(["NATS_URL is not set", "GATEWAY_PORT is not set"]);
    }, host);

    expect(exits).toEqual([exitCodes.misconfigured]);
    expect(errors.join()).toContain("NATS_URL is not set\n  GATEWAY_PORT is not set");
  });

  it("says why it cannot start, stops what had started and ends with 1", async () => {
    const { host, exits, errors } = fakeHost();
    const stops: string[] = [];

    await runMain(
      () => ({
        ...quiet,
        start: () => Promise.reject(new Error("the database refused")),
        stop: () => Promise.resolve(stops.push("stop") > 0),
      }),
      host,
    );

    expect(errors.join()).toContain("the database refused");
    expect(stops).toEqual(["stop"]);
    expect(exits).toEqual([exitCodes.failed]);
  });

  it("says when it did not stop cleanly", async () => {
    const { host, exits, raise } = fakeHost();

    await runMain(() => ({ ...quiet, stop: () => Promise.resolve(false) }), host);
    await raise("SIGINT");

    expect(exits).toEqual([exitCodes.stoppedUncleanly]);
  });

  it("ends at once on a second signal", async () => {
    const { host, exits, raise } = fakeHost();

    await runMain(() => ({ ...quiet, stop: () => new Promise(() => undefined) }), host);
    await raise("SIGINT");
    expect(exits).toEqual([]);
    await raise("SIGINT");

    expect(exits).toEqual([exitCodes.stoppedUncleanly]);
  });

  it("stops in order after a fault that nobody caught, and ends with 1", async () => {
    const { host, exits, raise } = fakeHost();

    await runMain(() => quiet, host);
    await raise("unhandledRejection");

    expect(exits).toEqual([exitCodes.failed]);
  });
});
