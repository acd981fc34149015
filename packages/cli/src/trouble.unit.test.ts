import { expect, it } from "vitest";
import { sentenceOf } from "./trouble.ts";

const named = (name: string, message: string) => Object.assign(new Error(message), { name });

it("what ends a command says whom it did not reach, in words, whatever was thrown", () => {
  expect(sentenceOf(named("ConnectionError", "connection refused"))).toBe(
    "NATS_URL leads to no NATS that lets us in: connection refused",
  );
  expect(sentenceOf(named("AuthorizationError", "Authorization Violation"))).toBe(
    "NATS_URL leads to no NATS that lets us in: Authorization Violation",
  );
  expect(sentenceOf(new Error("No account has this address"))).toBe("No account has this address");
  const both = new AggregateError([new Error("connect ECONNREFUSED ::1:1"), new Error("other")]);
  expect(sentenceOf(both)).toBe("connect ECONNREFUSED ::1:1");
  expect(sentenceOf("said")).toBe("said");
});
