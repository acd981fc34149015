import { describe, expect, it } from "vitest";
import { accessOf, routeAccess } from "./route-access.ts";

describe("the table of access", () => {
  it("lets a service client into nothing that moves a person's money", () => {
    for (const operation of ["createTransaction", "listTransactions", "getRemaining"] as const) {
      expect(routeAccess[operation]).not.toContain("service_client");
    }
  });

  it("opens pages to everybody, and nothing that nobody named", () => {
    for (const page of ["/docs", "/docs/static/*", "/pay/:token", "/openapi.json"]) {
      expect(accessOf(undefined, page)).toBe("everybody");
    }
    for (const url of ["/", "/api/v1/users", "/pay/:token/more", "/assets/*"]) {
      expect(() => accessOf(undefined, url)).toThrow("Nobody said who may use");
    }
    expect(() => accessOf("toString", "/docs")).toThrow("Nobody said who may use toString");
  });
});
