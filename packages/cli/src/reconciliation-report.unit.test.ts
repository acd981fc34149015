import { instant } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { exitCodeOf, type ReconciliationReport, writeReport } from "./reconciliation-report.ts";

const at = instant("2026-11-22T10:00:00.000000Z");
const compared: ReconciliationReport["services"][number]["accounts"][number] = {
  account: "collections",
  comparedUntil: at,
  comparedAt: at,
  requestedAt: null,
  lastError: null,
  retiredAt: null,
  openCount: 1n,
  decidedCount: 0n,
};
const side = { kind: "collection", state: "settled", currency: "XOF", amount: "10000", fee: "0" };
const difference = {
  caseId: "0f86f8ee-b597-8976-9cf3-9b94275cfc75",
  differenceId: "019aa4c1-0a00-8006-8000-000000000007",
  provider: "sandbox",
  account: "collections",
  kind: "other-amount",
  transactionId: null,
  reference: '<receipt> & "1"',
  key: null,
  subjectId: null,
  booked: side,
  stated: { ...side, amount: "9000", fee: "15" },
  occurredAt: at,
  foundAt: at,
} as ReconciliationReport["services"][number]["differences"][number];

function reportOf(changes: Partial<typeof compared>, differences = [difference]) {
  const accounts = [{ ...compared, ...changes }];
  return { at, services: [{ service: "payments" as const, accounts, differences, decided: [] }] };
}

const none = reportOf({ openCount: 0n }, []);

describe("the report of a reconciliation", () => {
  it("asks nothing of an account whose provider has left, and does not hide what was never resolved there", () => {
    const [served] = none.services;
    const [left] = reportOf(
      { account: "collections/old", retiredAt: at, lastError: "failed" },
      [],
    ).services;
    if (served === undefined || left === undefined) throw new Error("There is no report");
    const both = [...served.accounts, ...left.accounts];
    const report = { at, services: [{ ...served, accounts: both }] };
    expect(exitCodeOf(report)).toBe(0);
    expect(writeReport(report, "table")).toContain(
      `payments collections/old: retired at ${at}, compared until ${at}, 1 differences never resolved`,
    );
    expect(exitCodeOf({ at, services: [left] })).toBe(2);
  });

  it("is a table that names both sides", () => {
    const lines = writeReport(reportOf({}), "table").split("\n");
    expect(lines[0]).toBe(`payments collections: compared until ${at}, 1 differences`);
    expect(lines[3]?.split(/ {2,}/)).toEqual([
      "payments",
      "collections",
      "other-amount",
      '<receipt> & "1"',
      "collection settled 10000 XOF",
      "collection settled 9000 XOF, fee 15",
      at,
      difference.caseId,
    ]);
    expect(writeReport(none, "table")).toContain("no differences");
  });

  it("shows apart what two of the staff have decided, with its case, and does not end with 1 for it", () => {
    const caseId = "019aa4c1-0a00-8006-8000-000000000009";
    const said = { caseId, proposalId: "p", decidedAt: at };
    const decided = [{ ...difference, decided: said }];
    const report = {
      at,
      services: reportOf({ openCount: 0n, decidedCount: 1n }, []).services.map((one) => ({
        ...one,
        decided,
      })),
    };
    expect(exitCodeOf(report)).toBe(0);
    const text = writeReport(report, "table");
    expect(text).toContain(`compared until ${at}, 0 differences, 1 decided\n\nno differences\n\n`);
    expect(text.split("decided by two of the staff:")[1]).toContain(`${at}  ${caseId}`);
    const page = writeReport(report, "html");
    expect(page).toContain("<p>no differences</p>\n<p>decided by two of the staff:</p>");
    expect(page).toContain(`<td>${caseId}</td>`);
    expect(JSON.parse(writeReport(report, "json"))).toMatchObject({
      services: [{ accounts: [{ decidedCount: 1 }], differences: [], decided }],
    });
  });

  it("is JSON with the same", () => {
    expect(JSON.parse(writeReport(reportOf({}), "json"))).toMatchObject({
      services: [{ accounts: [{ openCount: 1 }], differences: [difference] }],
    });
  });

  it("is a page that fetches nothing and runs nothing, whatever a provider calls its movements", () => {
    const page = writeReport(reportOf({}), "html");
    expect(page).toContain("&lt;receipt&gt; &amp; &quot;1&quot;");
    expect(page).toContain(`<td>${difference.caseId}</td>`);
    expect(page).not.toMatch(/<script|<img|<link|https?:|url\(|@import|<receipt>/);
    expect(writeReport(none, "html")).toContain("<p>no differences</p>");
  });

  it("finds no differences only where everything was compared", () => {
    const unread = reportOf({ openCount: 0n, lastError: "no-response" }, []);
    for (const format of ["table", "html"] as const) {
      expect(writeReport(unread, format)).toContain(
        "no differences are known: not everything was compared",
      );
    }
  });

  it("ends with whether something differs, or nothing is known", () => {
    expect(exitCodeOf(none)).toBe(0);
    expect(exitCodeOf(reportOf({}))).toBe(1);
    expect(exitCodeOf(reportOf({ openCount: 0n, lastError: "no-response" }, []))).toBe(2);
    expect(exitCodeOf({ at, services: [] })).toBe(2);
  });
});
