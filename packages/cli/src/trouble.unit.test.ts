import { expect, it } from "vitest";
import { reachingNats, sentenceOf } from "./trouble.ts";

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

it("a server that is no NATS, or that nobody finds, is named by the setting that leads to it", async () => {
  const failing = (error: Error) => reachingNats(() => Promise.reject(error)).catch(sentenceOf);
  const unknown = Object.assign(new Error("getaddrinfo ENOTFOUND nats.example"), {
    code: "ENOTFOUND",
  });
  const leads = "NATS_URL leads to no NATS that lets us in";

  expect(await failing(unknown)).toBe(`${leads}: getaddrinfo ENOTFOUND nats.example`);
  expect(await failing(named("TimeoutError", "timeout"))).toBe(`${leads}: timeout`);
  expect(await failing(new Error("unexpected response from server"))).toBe(
    `${leads}: unexpected response from server`,
  );
  expect(await failing(named("ConnectionError", "refused"))).toBe(`${leads}: refused`);
  expect(await failing(new Error("CASE_AGES_MAX_HOURS must be"))).toBe(
    "CASE_AGES_MAX_HOURS must be",
  );
  expect(await reachingNats(() => Promise.resolve("connected"))).toBe("connected");
});

it("a database of another release says so, and not in the words of its queries alone", () => {
  const missing = (code: string) =>
    Object.assign(new Error('relation "receivable_entries" does not exist'), { code });
  for (const code of ["42P01", "42703", "42883"]) {
    expect(sentenceOf(missing(code))).toBe(
      'The database is of another release than this program (relation "receivable_entries" does not exist): sanu migrate first, where it is behind',
    );
  }
  expect(sentenceOf(missing("23505"))).toBe('relation "receivable_entries" does not exist');
});
