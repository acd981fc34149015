import { expect, it } from "vitest";
import { z } from "zod";
import { serviceConfig, serviceSettings } from "./program-settings.ts";
import { readConfig } from "./read-config.ts";

const read = (env: Record<string, string>) =>
  readConfig(z.object(serviceSettings).transform(serviceConfig), {
    SANU_ENV: "development",
    ...env,
  });

it("needs nothing but to know where it runs and where NATS is", () => {
  expect(read({ NATS_URL: "nats://localhost:4222" })).toEqual({
    environment: "development",
    logLevel: "info",
    natsUrl: "nats://localhost:4222",
    natsPassword: undefined,
    namespace: "",
    healthHost: "127.0.0.1",
    healthPort: 0,
    databasePoolMax: 10,
  });
});

it("guesses no environment from a word that it does not know", () => {
  expect(() => read({ SANU_ENV: "prod", NATS_URL: "nats://localhost:4222" })).toThrow(/SANU_ENV/);
});

it("takes a password for NATS, and never from the URL", () => {
  const url = "nats://localhost:4222";
  expect(read({ NATS_URL: url, NATS_PASSWORD: "n4ts" }).natsPassword?.reveal()).toBe("n4ts");
  expect(() => read({ NATS_URL: "nats://payments:n4ts@localhost:4222" })).toThrow(
    "NATS_URL: must name no user: the password goes into NATS_PASSWORD",
  );
});

it("names every mistake at once, a namespace that could stand in no subject among them", () => {
  expect(() =>
    read({ NATS_URL: "localhost", NATS_NAMESPACE: "Not one", HEALTH_PORT: "x" }),
  ).toThrow(
    /3 mistake\(s\)[^]*NATS_URL[^]*NATS_NAMESPACE: must be lower-case letters and digits[^]*HEALTH_PORT/,
  );
});
