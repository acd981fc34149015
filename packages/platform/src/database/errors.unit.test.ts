import { expect, it } from "vitest";
import { isDatabaseAway, isNothingStored, isServerLost } from "./errors.ts";

it.each([
  ["a full disk", "53100"],
  ["no memory", "53200"],
  ["no free connection", "53300"],
])(
  "a server that has %s is asked again later, over the connections that there are",
  (_what, code) => {
    const error = Object.assign(new Error("could not extend file"), { code, severity: "ERROR" });
    expect([isDatabaseAway(error), isServerLost(error)]).toEqual([true, false]);
  },
);

it.each([
  ["a broken constraint, in whatever language the server says it", "23505", "ERREUR", true],
  ["a lock that was not let go", "55P03", "ERROR", true],
  ["a deadlock", "40P01", "ERROR", true],
  ["a statement that took too long", "57014", "ERROR", true],
  ["a transaction that took too long, which ends the session", "25P04", "FATAL", false],
  ["a server that is told to stop", "57P01", "FATAL", false],
  ["a fault inside the server", "XX000", "ERROR", false],
  ["a lost connection", "08006", "FATAL", false],
])("%s says whether nothing was stored", (_what, code, severity, isKnown) => {
  expect(isNothingStored(Object.assign(new Error("as it says"), { code, severity }))).toBe(isKnown);
});
