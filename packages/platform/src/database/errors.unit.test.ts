import { expect, it } from "vitest";
import { isDatabaseAway, isServerLost } from "./errors.ts";

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
