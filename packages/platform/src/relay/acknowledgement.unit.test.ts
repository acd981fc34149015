import { describe, expect, it } from "vitest";
import { acknowledgementOf } from "./acknowledgement.ts";

const isAcknowledgement = acknowledgementOf("PAYMENTS");
const says = (text: string, sequence: number) => isAcknowledgement(Buffer.from(text), sequence);

describe("the acknowledgement of a fact", () => {
  const sequences = [1, 7, 9, 10, 17, 99, 100, 101, 70, 71, 7_000_001, Number.MAX_SAFE_INTEGER];

  it("names the stream and the sequence that was expected, and no other", () => {
    for (const said of sequences) {
      for (const expected of sequences) {
        expect(says(`{"stream":"PAYMENTS","seq":${said}}`, expected)).toBe(said === expected);
        expect(says(`{"stream":"PAYMENTS", "seq":${said}}`, expected)).toBe(said === expected);
        expect(says(`{"stream":"PAYOUTS","seq":${said}}`, expected)).toBe(false);
      }
    }
  });

  it.each([
    "",
    "7",
    "}",
    `{"stream":"PAYMENTS","seq":7,"duplicate":true}`,
    `{"error":{"code":400,"description":"wrong last sequence: 6"},"stream":"PAYMENTS","seq":7}`,
    `{"stream":"PAYMENTS","domain":"hub","seq":7}`,
  ])("is not taken for one without another look when it is %j", (text) => {
    expect(says(text, 7)).toBe(false);
  });
});
