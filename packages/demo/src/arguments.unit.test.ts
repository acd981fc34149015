import { describe, expect, it } from "vitest";
import { demoLimits, readDemoArguments } from "./arguments.ts";

describe("what a demo set is asked for", () => {
  it("is 10 000 orders of 200 people in 60 days, where nobody says otherwise", () => {
    expect(readDemoArguments([])).toEqual({
      people: 200,
      days: 60,
      seed: 1,
      purchases: 10_000,
      fresh: false,
      help: false,
    });
  });

  it("follows people and days where nobody says how many orders", () => {
    expect(readDemoArguments(["--people", "30", "--days", "10"]).purchases).toBe(250);
    expect(readDemoArguments(["--people", "10", "--days", "7"]).purchases).toBe(60);
    const many = readDemoArguments(["--people", "2000", "--days", "90"]).purchases;
    expect(many).toBe(demoLimits.purchasesMax);
  });

  it.each([
    ["--people", "9"],
    ["--people", "2001"],
    ["--people", "many"],
    ["--days", "6"],
    ["--days", "91"],
    ["--days", "7.5"],
    ["--seed", "-1"],
    ["--seed", "1000000000"],
    ["--purchases", "59"],
    ["--purchases", "24001"],
  ])("refuses %s %s and says what it takes", (name, value) => {
    expect(() => readDemoArguments([`${name}=${value}`])).toThrow(
      new RegExp(`^${name} takes a whole number from \\d+ to \\d+, not ${value}$`),
    );
  });

  it("names everything that is wrong at once", () => {
    const wrong = () => readDemoArguments(["--people=1", "--days=1", "--seed=x", "--purchases=0"]);
    expect(wrong).toThrow(/--people .*\n--days .*\n--seed .*\n--purchases /);
  });

  it("knows no other option", () => {
    expect(() => readDemoArguments(["--persons", "10"])).toThrow("--persons");
  });
});
