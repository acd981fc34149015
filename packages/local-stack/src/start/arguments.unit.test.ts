import { expect, it } from "vitest";
import { readStartArguments } from "./arguments.ts";

it("starts with the demonstration and stays up when nothing is said", () => {
  expect(readStartArguments([])).toEqual({
    once: false,
    json: false,
    fresh: false,
    demo: true,
    basePort: 8440,
    help: false,
  });
});

it("understands every option", () => {
  const args = ["--once", "--json", "--fresh", "--no-demo", "--ports", "20000", "--help"];

  expect(readStartArguments(args)).toEqual({
    once: true,
    json: true,
    fresh: true,
    demo: false,
    basePort: 20_000,
    help: true,
  });
});

it.each(["80", "65530", "8440x", "-1", ""])("refuses the base port %j", (text) => {
  expect(() => readStartArguments([`--ports=${text}`])).toThrow("--ports takes a number");
});

it.each([["--onse"], ["now"]])("refuses %j, which means nothing", (arg) => {
  expect(() => readStartArguments([arg])).toThrow(arg);
});
