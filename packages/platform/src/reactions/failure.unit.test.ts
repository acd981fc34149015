import { describe, expect, it } from "vitest";
import { z } from "zod";
import { GateClosedError } from "../event-store/gate.ts";
import { TooMuchContentionError } from "../event-store/run-decider.ts";
import { RefusedWriteError } from "./apply-fact.ts";
import { failureOf, PeerUnavailableError, reasonOf } from "./failure.ts";
import { reactionLimits } from "./limits.ts";
import { dueInSeconds } from "./parked-facts.ts";

const postgres = (code: string) => Object.assign(new Error("from Postgres"), { code });

describe("a failure of a reaction", () => {
  it("that would come again with the same fact parks it at once", () => {
    const wrongData = z.string().safeParse(1).error;
    for (const error of [wrongData, new TypeError("x"), new RangeError("x"), postgres("22P02")]) {
      expect(failureOf(error)).toBe("deterministic");
    }
  });

  it("of a schema that does not fit this release is over when both are of one release", () => {
    for (const code of ["42703", "42P01", "42883", "42501"]) {
      expect(failureOf(postgres(code))).toBe("schema-differs");
    }
  });

  it("that may pass is tried again", () => {
    const passing = [
      new TooMuchContentionError("x"),
      new RefusedWriteError("x"),
      postgres("57014"),
      postgres("40001"),
      new Error("anything else"),
      "not even an error",
    ];
    for (const error of passing) expect(failureOf(error)).toBe("transient");
  });

  it("of the database or of a closed service is nobody's fault", () => {
    const away = [postgres("57P01"), postgres("ECONNREFUSED"), postgres("25006")];
    for (const error of [new GateClosedError("x"), ...away]) {
      expect(failureOf(error)).toBe("away");
    }
  });

  it("of a neighbour that cannot be asked is not the fault of the fact", () => {
    expect(failureOf(new PeerUnavailableError("x"))).toBe("peer-unavailable");
  });

  it("is written down so that Postgres can store it", () => {
    const long = "a".repeat(reactionLimits.reasonLettersMax * 2);

    expect(reasonOf(new Error("bad\0letter"))).toBe("Error: badletter");
    expect(reasonOf(new Error(long))).toHaveLength(reactionLimits.reasonLettersMax);
    expect(reasonOf(undefined)).toBe("an unknown reason");
  });
});

describe("a parked fact comes again by itself", () => {
  it("never, when only a command or a new release can help", () => {
    expect(dueInSeconds("deterministic", 1)).toBeNull();
    expect(dueInSeconds("unreadable", 1)).toBeNull();
  });

  it("later after every failure that may pass, up to five minutes", () => {
    const pauses = [3, 4, 5, 6, 100].map((attempts) => dueInSeconds("transient", attempts));

    expect(pauses).toEqual([5, 10, 20, 40, 300]);
    expect(dueInSeconds("behind", 0)).toBe(30);
  });

  it("slowly, when it waits for a release that knows its version or has its schema", () => {
    for (const cause of ["unknown-version", "schema-differs"] as const) {
      const pauses = [0, 1, 2, 3, 4, 5, 100].map((attempts) => dueInSeconds(cause, attempts));

      expect(pauses).toEqual([15, 15, 30, 60, 120, 240, 300]);
    }
  });

  it("soon, and as soon every time, when it only waits for a neighbour", () => {
    expect([1, 100].map((attempts) => dueInSeconds("peer-unavailable", attempts))).toEqual([
      0.5, 0.5,
    ]);
  });
});
