import { fastify } from "fastify";
import { describe, expect, it } from "vitest";
import { enforceAccess } from "./authentication.ts";

function guardedApp() {
  const app = fastify();
  app.decorateRequest("principal", null);
  enforceAccess(app, {
    tokens: { findVerified: () => undefined, verify: async () => ({ kind: "invalid" }) },
    findOther: undefined,
    findByKey: async () => ({ kind: "invalid" as const }),
    limitUsers: (_request, _reply, done) => done(),
  });
  return app;
}

describe("a route", () => {
  it("does not start unless it says who may use it", () => {
    const app = guardedApp();

    for (const url of ["/", "/api/v1/users", "/docs-of-ours", "/pay/:token"]) {
      expect(() => app.get(url, () => "")).toThrow(`Nobody said who may use ${url}`);
    }
    app.get("/said", { config: { access: "everybody" } }, () => "");
    expect(app.servedRoutes.map(({ method, url }) => `${method} ${url}`)).toEqual([
      "GET /said",
      "HEAD /said",
    ]);
  });

  it("of the documentation or of a preflight is open to everybody", async () => {
    const app = guardedApp();
    app.get("/docs/static/*", () => "shown");
    app.options("*", () => "");

    expect((await app.inject("/docs/static/logo.svg")).body).toBe("shown");
  });
});
