import { isUuid } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { attemptKey } from "./attempt-key.ts";

const payment = "019a0000-0000-7000-8000-000000000001";

describe("the key of an attempt", () => {
  it("is the same after every crash, and stays the same in every release", () => {
    expect(attemptKey("collection", payment, 1)).toBe("a19d1a91-37d7-4f5e-b1f7-63ed04ea5b6a");
  });

  it("has the form of a UUID version 4, which MTN MoMo and pawaPay demand", () => {
    for (let attemptNumber = 1; attemptNumber <= 200; attemptNumber += 1) {
      const key = attemptKey("send", payment, attemptNumber);
      expect(isUuid(key)).toBe(true);
      expect(key).toMatch(/^.{14}4.{4}[89ab]/);
    }
  });

  it("is another one for another number, kind or subject", () => {
    const keys = [
      attemptKey("collection", payment, 1),
      attemptKey("collection", payment, 2),
      attemptKey("refund", payment, 1),
      attemptKey("collection", payment.replace("1", "2"), 1),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });
});
