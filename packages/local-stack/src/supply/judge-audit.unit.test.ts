import { expect, it } from "vitest";
import { judgeAudit } from "./judge-audit.ts";

const advisory = {
  module_name: "zod",
  severity: "high",
  title: "eats all memory",
  url: "https://github.com/advisories/GHSA-0",
};

function reportOf(advisories: object): string {
  return JSON.stringify({ advisories, metadata: { totalDependencies: 510 } });
}

it("an audit fails for each package that is known to be unsafe, and names it", () => {
  expect(judgeAudit({ stdout: reportOf({ 1: advisory }), stderr: "" })).toEqual({
    says: [
      "audit: high: zod: eats all memory (https://github.com/advisories/GHSA-0)",
      "audit: 1 of high or critical severity in 510 packages",
    ],
    exitCode: 1,
  });
});

it("an audit that finds nothing says how much it looked at", () => {
  expect(judgeAudit({ stdout: reportOf({}), stderr: "" })).toEqual({
    says: ["audit: 0 of high or critical severity in 510 packages"],
    exitCode: 0,
  });
});

it.each([
  ["", "Error: ERR_PNPM_AUDIT_BAD_RESPONSE\n\n  × responded with 405:\n", "responded with 405"],
  ["", "spawnSync pnpm ETIMEDOUT", "ETIMEDOUT"],
  ["<html>", "", "pnpm said nothing"],
])("an audit that nobody answers says so, and is no finding (%#)", (stdout, stderr, why) => {
  const { says, exitCode } = judgeAudit({ stdout, stderr });

  expect(says).toEqual([expect.stringMatching(/^audit: not run: /)]);
  expect(says[0]).toContain(why);
  expect(exitCode).toBe(0);
});
