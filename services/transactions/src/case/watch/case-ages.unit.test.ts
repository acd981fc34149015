import { CaseKind } from "@sanu/contracts";
import { expect, it } from "vitest";
import { CaseAgesSetting, caseAgesMaxHours } from "./case-ages.ts";

it("gives every kind of case its hours, and those that are named others", () => {
  expect(Object.keys(caseAgesMaxHours).toSorted()).toEqual(CaseKind.options.toSorted());
  expect(CaseAgesSetting.parse("")).toEqual(caseAgesMaxHours);
  expect(CaseAgesSetting.parse("outcome-unknown=2,refund-failed=12")).toEqual({
    ...caseAgesMaxHours,
    "outcome-unknown": 2,
    "refund-failed": 12,
  });
});

it.each([
  "x=1",
  "outcome-unknown",
  "outcome-unknown=0",
  "outcome-unknown=1.5",
  "outcome-unknown=1h",
])("does not take %s", (text) => {
  expect(CaseAgesSetting.safeParse(text).success).toBe(false);
});
