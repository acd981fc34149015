import { describe, expect, it } from "vitest";
import { destinationHmac } from "./destination-hmac.ts";

const key = new Uint8Array(32).fill(7);

describe("the name of a destination in events", () => {
  it("is the HMAC-SHA-256 of RFC 4231 in base64url", () => {
    // RFC 4231, test case 6: a key of 131 bytes 0xaa.
    const text = "Test Using Larger Than Block-Size Key - Hash Key First";
    const hex = Buffer.from(
      destinationHmac(new Uint8Array(131).fill(0xaa), text),
      "base64url",
    ).toString("hex");
    expect(hex).toBe("60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
  });

  it("fits the shape that facts demand and says nothing of the destination", () => {
    const hmac = destinationHmac(key, "awa@wallet.example");
    expect(hmac).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(hmac).not.toBe(destinationHmac(new Uint8Array(32).fill(8), "awa@wallet.example"));
    expect(hmac).not.toBe(destinationHmac(key, "eve@wallet.example"));
  });

  it("is not made with a key that can be guessed", () => {
    expect(() => destinationHmac(new Uint8Array(31), "awa@wallet.example")).toThrow(RangeError);
  });
});
