import { describe, expect, it } from "vitest";
import { refuseForeignSystem } from "./freshness.ts";

describe("where a demo set may be made", () => {
  it("is on a developer's machine", () => {
    expect(() => refuseForeignSystem({ PATH: "/bin", SANU_ENV: "development" })).not.toThrow();
  });

  it.each(["production", "staging"])("is never in %s", (environment) => {
    expect(() => refuseForeignSystem({ SANU_ENV: environment })).toThrow(
      `SANU_ENV is ${environment}: a demo set is never made there`,
    );
  });

  it("is no system that the shell names, nor one that runs", () => {
    const shell = { NATS_URL: "nats://db", PAYMENTS_DATABASE_URL: "postgres://db" };
    expect(() => refuseForeignSystem(shell)).toThrow("NATS_URL, PAYMENTS_DATABASE_URL names one");
  });
});
