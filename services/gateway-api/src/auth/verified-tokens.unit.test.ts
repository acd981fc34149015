import { type AccountId, newId } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { createVerifiedTokens, type Principal } from "./verified-tokens.ts";

const principal: Principal = {
  accountId: newId() as AccountId,
  roles: ["user"],
  country: "BJ",
  expiresAtMs: null,
  token: null,
};
const later = Date.now() + 60_000;

describe("remembered tokens", () => {
  it("name their principal until they end", () => {
    const tokens = createVerifiedTokens(Date.now);
    tokens.remember("valid", principal, later);
    tokens.remember("ended", principal, Date.now());

    expect(tokens.find("valid")).toBe(principal);
    expect(tokens.find("ended")).toBeUndefined();
    expect(tokens.find("unknown")).toBeUndefined();
  });

  it("are so many and no more; the one unused for longest is forgotten", () => {
    const tokens = createVerifiedTokens(Date.now, 2);
    tokens.remember("first", principal, later);
    tokens.remember("second", principal, later);
    tokens.find("first");
    tokens.remember("third", principal, later);

    expect(tokens.find("second")).toBeUndefined();
    expect(tokens.find("first")).toBe(principal);
    expect(tokens.find("third")).toBe(principal);
  });
});
