import { mistakesOf } from "@sanu/testing";
import { describe, expect, it } from "vitest";
import { readGatewayConfig } from "./config.ts";

const least = { SANU_ENV: "development", NATS_URL: "nats://127.0.0.1:4222" };

describe("the settings of the gateway", () => {
  it("need the address of NATS and nothing else", () => {
    expect(readGatewayConfig(least)).toMatchObject({
      environment: "development",
      port: 8443,
      tls: { kind: "generated", dataDir: undefined, names: [] },
      trustedProxies: [],
      publicUrl: "https://localhost:8443",
    });
  });

  it("let pages of this machine use the API while it is a development, and nobody's unasked elsewhere", () => {
    const [local, ...others] = readGatewayConfig(least).corsOrigins;
    const isLocal = (origin: string) => local instanceof RegExp && local.test(origin);
    expect(others).toEqual([]);
    for (const origin of [
      "http://localhost:3000",
      "https://app.localhost",
      "http://127.0.0.1:5173",
      "http://[::1]:1",
    ]) {
      expect([origin, isLocal(origin)]).toEqual([origin, true]);
    }
    for (const origin of [
      "https://evil.example",
      "http://localhost.evil.example",
      "http://evillocalhost",
      "null",
      "http://127.0.0.1.evil.example:80",
    ]) {
      expect([origin, isLocal(origin)]).toEqual([origin, false]);
    }
    expect(readGatewayConfig({ ...least, SANU_ENV: "staging" }).corsOrigins).toEqual([]);
    const named = { ...least, GATEWAY_CORS_ORIGINS: "https://app.example" };
    expect(readGatewayConfig(named).corsOrigins).toEqual(["https://app.example"]);
  });

  it("have browsers ask over HTTPS alone only for the public name of a production", () => {
    const of = (env: Record<string, string>) =>
      readGatewayConfig({ ...least, ...env }).httpsOnlyName;
    const production = {
      SANU_ENV: "production",
      GATEWAY_TLS: "off",
      PUBLIC_URL: "https://api.example/",
    };
    expect(of(production)).toBe("api.example");
    expect(of({ ...production, PUBLIC_URL: "http://api.example" })).toBeUndefined();
    expect(of({ PUBLIC_URL: "https://api.example" })).toBeUndefined();
    expect(of({ SANU_ENV: "staging", PUBLIC_URL: "https://api.example" })).toBeUndefined();
  });

  it("are told all their mistakes at once", () => {
    expect(
      mistakesOf(() =>
        readGatewayConfig({
          GATEWAY_PORT: "70000",
          GATEWAY_TLS_NAMES: "gateway-api,https://api.example",
          GATEWAY_TRUST_PROXY: "10.0.0.0/33",
          GATEWAY_CORS_ORIGINS: "https://app.example/path",
          PUBLIC_URL: "ftp://x",
        }),
      ).map((mistake) => mistake.split(/[: ]/, 1)[0]),
    ).toEqual([
      "SANU_ENV",
      "NATS_URL",
      "GATEWAY_PORT",
      "GATEWAY_TLS_NAMES",
      "GATEWAY_TRUST_PROXY",
      "GATEWAY_CORS_ORIGINS",
      "PUBLIC_URL",
    ]);
  });

  it("name the environment: it has no default, and no unknown one is guessed", () => {
    const { SANU_ENV: _none, ...others } = least;
    for (const env of [others, { ...others, SANU_ENV: "prod" }]) {
      expect(mistakesOf(() => readGatewayConfig(env))).toEqual([
        expect.stringContaining("SANU_ENV"),
      ]);
    }
  });

  it("take the staging user id only where it is asked for, in staging or where no stranger gets", () => {
    expect(readGatewayConfig({ ...least, SANU_ENV: "staging" }).isStagingUserIdTaken).toBe(false);
    const asked = { ...least, GATEWAY_TLS: "off", STAGING_USER_ID: "on" };
    expect(readGatewayConfig({ ...asked, SANU_ENV: "staging" }).isStagingUserIdTaken).toBe(true);
    for (const env of [
      { SANU_ENV: "production" },
      { SANU_ENV: "production", GATEWAY_HOST: "127.0.0.1" },
      { SANU_ENV: "development" },
      { SANU_ENV: "development", GATEWAY_HOST: "10.0.0.4" },
    ]) {
      expect(mistakesOf(() => readGatewayConfig({ ...asked, ...env }))).toEqual([
        expect.stringContaining("STAGING_USER_ID"),
      ]);
    }
    for (const GATEWAY_HOST of ["127.0.0.1", "::1", "localhost"]) {
      expect(readGatewayConfig({ ...asked, GATEWAY_HOST }).isStagingUserIdTaken).toBe(true);
    }
  });

  it("say where traces go and which share of the requests is traced; by default none goes anywhere", () => {
    expect(readGatewayConfig(least)).toMatchObject({ tracesUrl: undefined, tracedShare: 0.1 });
    const url = "http://collector:4318";
    for (const [share, read] of [
      ["0", 0],
      ["1", 1],
      ["0.025", 0.025],
    ] as const) {
      const env = { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_TRACES_SAMPLER_ARG: share };
      expect(readGatewayConfig({ ...least, ...env })).toMatchObject({
        tracesUrl: url,
        tracedShare: read,
      });
    }
    for (const share of ["1.5", "-0.1", "10%", "1e-3", "half"]) {
      const env = { OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318", OTEL_TRACES_SAMPLER_ARG: share };
      expect(mistakesOf(() => readGatewayConfig({ ...least, ...env }))).toEqual([
        expect.stringContaining("OTEL_EXPORTER_OTLP_ENDPOINT"),
        expect.stringContaining("OTEL_TRACES_SAMPLER_ARG"),
      ]);
    }
  });

  it("allow no generated certificate in production", () => {
    expect(mistakesOf(() => readGatewayConfig({ ...least, SANU_ENV: "production" }))).toEqual([
      expect.stringContaining("GATEWAY_TLS"),
    ]);
    expect(
      mistakesOf(() => readGatewayConfig({ ...least, SANU_ENV: "production", GATEWAY_TLS: "off" })),
    ).toEqual([]);
  });

  it("take further names for a generated certificate", () => {
    const { tls } = readGatewayConfig({ ...least, GATEWAY_TLS_NAMES: "gateway-api, 10.0.0.4" });

    expect(tls).toEqual({ kind: "generated", names: ["gateway-api", "10.0.0.4"] });
  });

  it("name both files of a given certificate", () => {
    expect(mistakesOf(() => readGatewayConfig({ ...least, GATEWAY_TLS: "files" }))).toHaveLength(2);
  });

  it("take proxies by address, network and name", () => {
    const { trustedProxies } = readGatewayConfig({
      ...least,
      GATEWAY_TRUST_PROXY: "10.0.0.0/8, 127.0.0.1,::1,fd00::/8,loopback",
    });

    expect(trustedProxies).toEqual(["10.0.0.0/8", "127.0.0.1", "::1", "fd00::/8", "loopback"]);
  });
});
