import { expect, it } from "vitest";
import { isNewEnough, readNatsVersion } from "./nats-version.ts";

it.each([
  ["2.12.0", true],
  ["2.12.1", true],
  ["2.14.0", true],
  ["3.0.0", true],
  ["10.0.0", true],
  ["2.11.99", false],
  ["2.9.10", false],
  ["1.99.99", false],
])("release %s is new enough: %s", (version, expected) => {
  expect(isNewEnough(version)).toBe(expected);
});

it("reads the release from what the server prints", () => {
  expect(readNatsVersion("nats-server: v2.14.0\n")).toBe("2.14.0");
  expect(readNatsVersion("nats-server: v2.15.0-dev")).toBe("2.15.0");
  expect(readNatsVersion("command not found")).toBeUndefined();
});
