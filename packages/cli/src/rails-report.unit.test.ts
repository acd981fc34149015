import type { Finding } from "@sanu/rails";
import { expect, it } from "vitest";
import { exitCodeOfFindings, railsReport } from "./rails-report.ts";

const fine: Finding = {
  checked: "clock",
  verdict: "fine",
  said: "ours is 0 s ahead",
  advice: null,
};
const wrong: Finding = {
  checked: "balance",
  verdict: "wrong",
  said: "BJ: 0 XOF",
  advice: "fill it",
};
const open: Finding = { ...wrong, verdict: "open" };

it("prints a line for each finding, and what to do about it", () => {
  expect(railsReport([fine, wrong]).split("\n")).toEqual([
    "ok     clock        ours is 0 s ahead",
    "WRONG  balance      BJ: 0 XOF",
    "                    → fill it",
    "",
  ]);
});

it("ends with 1 where something is wrong, with 2 where something is not known", () => {
  expect(exitCodeOfFindings([fine])).toBe(0);
  expect(exitCodeOfFindings([fine, open])).toBe(2);
  expect(exitCodeOfFindings([open, wrong])).toBe(1);
});
