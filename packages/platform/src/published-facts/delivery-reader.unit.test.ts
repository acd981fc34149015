import { describe, expect, it } from "vitest";
import { deliveryReader } from "./delivery-reader.ts";

describe("the reply subject of a consumer's message", () => {
  const read = deliveryReader("mine");

  it("tells the place in the stream and the number of the delivery", () => {
    expect(read("$JS.ACK.PAYMENTS.mine.1.123456789012.42.1764000000000000000.7")).toEqual({
      sequence: 123_456_789_012,
      delivery: 42,
    });
  });

  it("is read behind a domain and an account, too", () => {
    const reply = "$JS.ACK.hub.AHASH.PAYMENTS.mine.1.9.8.1764000000000000000.0.random";
    expect(read(reply)).toEqual({ sequence: 9, delivery: 8 });
    expect(read("$JS.ACK.PAYMENTS.mine.1.10.9.1764000000000000000.0")).toEqual({
      sequence: 10,
      delivery: 9,
    });
  });

  it.each([
    "",
    "_INBOX.mine",
    "$JS.ACK.PAYMENTS.other.1.9.8.1764000000000000000.0",
    "$JS.ACK.S.mine.1",
  ])("tells nothing where it is none: %s", (reply) => {
    expect(read(reply)).toBeUndefined();
  });
});
