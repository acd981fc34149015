import { describe, expect, it } from "vitest";
import { facts } from "./facts.ts";
import { consumerDefinitions, reactionGroups, streamDefinitions, streamName } from "./streams.ts";
import {
  everyVersionOf,
  factSubject,
  factsOfService,
  linkRecordedSubject,
  namespace,
  relayWakeSubject,
  requestSubject,
} from "./subjects.ts";

describe("streams and subjects", () => {
  it("are four streams, each with every fact of its service", () => {
    expect(streamDefinitions("")).toEqual([
      { name: "IDENTITY", service: "identity", subjects: ["sanu.identity.>"] },
      { name: "TRANSACTIONS", service: "transactions", subjects: ["sanu.transactions.>"] },
      { name: "PAYMENTS", service: "payments", subjects: ["sanu.payments.>"] },
      { name: "PAYOUTS", service: "payouts", subjects: ["sanu.payouts.>"] },
    ]);
  });

  it("keep a namespace apart in every name", () => {
    expect(streamName("t1", "payments")).toBe("t1_PAYMENTS");
    for (const subject of [
      factSubject("t1", "sanu.payments.PaymentCompleted.v1"),
      factsOfService("t1", "payments"),
      everyVersionOf("t1", "payments", "PaymentCompleted"),
      requestSubject("t1", "identity", "log-in"),
      relayWakeSubject("t1", "payments"),
      linkRecordedSubject("t1"),
    ]) {
      expect(subject).toMatch(/^t1\./);
    }
  });

  it("refuse a namespace that could not stand in a subject", () => {
    expect(namespace("")).toBe("");
    for (const text of ["A", "a.b", "a b", "*", ">", "a".repeat(33)]) {
      expect(() => namespace(text)).toThrow(RangeError);
    }
  });
});

describe("reaction groups", () => {
  it("listen to facts that exist, from the service that publishes them", () => {
    const known = new Set(facts.map(({ service, name }) => `${service}.${name}`));
    const wanted = reactionGroups.flatMap(({ source, facts: names }) =>
      names.map((name) => `${source}.${name}`),
    );

    expect(wanted.length).toBeGreaterThan(0);
    expect(wanted.filter((each) => !known.has(each))).toEqual([]);
  });

  it("filter on a fact's name and never on its version", () => {
    const filters = consumerDefinitions("").flatMap(({ filterSubjects }) => filterSubjects);

    expect(filters).toContain("sanu.payments.PaymentCompleted.*");
    expect(filters.filter((subject) => !subject.endsWith(".*"))).toEqual([]);
  });

  it("have names of their own", () => {
    const names = reactionGroups.map(({ group }) => group);

    expect(new Set(names).size).toBe(names.length);
  });
});
