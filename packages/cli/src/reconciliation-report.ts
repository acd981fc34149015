import type { MovementSide, PublishingService } from "@sanu/contracts";
import type { Instant } from "@sanu/kernel";
import {
  type DecidedDifference,
  escapeHtml,
  htmlDocument,
  type OpenDifference,
  type ReconciledState,
} from "@sanu/platform";

/** With the case in which people decide about it. */
export type ReportedDifference = OpenDifference & { readonly caseId: string };

/** What the comparisons of one service say. */
export interface ServiceReport {
  readonly service: PublishingService;
  readonly accounts: readonly ReconciledState[];
  readonly differences: readonly ReportedDifference[];
  /** Of these two of the staff have said what they are. */
  readonly decided: readonly DecidedDifference[];
}

export interface ReconciliationReport {
  readonly at: Instant;
  readonly services: readonly ServiceReport[];
}

export const reportFormats = ["table", "json", "html"] as const;
export type ReportFormat = (typeof reportFormats)[number];

const columns = [
  "service",
  "account",
  "difference",
  "reference",
  "booked",
  "stated",
  "occurred",
  "case",
];
const decidedColumns = [...columns, "decided"];

/** The report in a format, whole: what an operator reads, pipes or sends on. */
export function writeReport(report: ReconciliationReport, format: ReportFormat): string {
  const written = { table: tableOf, json: jsonOf, html: htmlOf };
  return written[format](report);
}

/** 1: something differs that nobody has decided. 2: an account could not be compared, and nothing is known of it. */
export function exitCodeOf({ services }: ReconciliationReport): 0 | 1 | 2 {
  // What is retired was looked at to its end, and its cases are with people.
  const asked = services.map((one) => ({
    ...one,
    accounts: one.accounts.filter(({ retiredAt }) => retiredAt === null),
  }));
  const accounts = asked.flatMap((one) => one.accounts);
  // The ledger alone says nothing of what a provider did.
  const stated = asked.filter(({ service }) => service !== "transactions");
  const isUnknown = stated.length === 0 || stated.some((one) => one.accounts.length === 0);
  if (isUnknown || accounts.some(({ lastError }) => lastError !== null)) return 2;
  return accounts.some(({ openCount }) => openCount > 0n) ? 1 : 0;
}

/** What stands in the place of differences where there are none: of what was not compared none are known. */
function noneOf(report: ReconciliationReport): string {
  return exitCodeOf(report) === 2
    ? "no differences are known: not everything was compared"
    : "no differences";
}

function tableOf(report: ReconciliationReport): string {
  const { services } = report;
  const accounts = services.flatMap(({ service, accounts: all }) =>
    all.map((account) => `${service} ${account.account}: ${stateOf(account)}`),
  );
  const open = services.flatMap(openRowsOf);
  const decided = services.flatMap(decidedRowsOf);
  const shown = open.length === 0 ? [noneOf(report)] : linesOf([columns, ...open]);
  const apart =
    decided.length === 0 ? [] : ["", decidedTitle, ...linesOf([decidedColumns, ...decided])];
  return [...accounts, "", ...shown, ...apart].map((line) => `${line}\n`).join("");
}

const decidedTitle = "decided by two of the staff:";

function linesOf(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows[0]?.map((_name, index) =>
    Math.max(...rows.map((cells) => cells[index]?.length ?? 0)),
  );
  return rows.map((cells) =>
    cells
      .map((cell, index) => cell.padEnd(widths?.[index] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

function jsonOf(report: ReconciliationReport): string {
  const text = JSON.stringify(
    report,
    (_name, value: unknown) => (typeof value === "bigint" ? Number(value) : value),
    2,
  );
  return `${text}\n`;
}

/** One file that shows itself: no script, no image, nothing that is fetched. */
function htmlOf(report: ReconciliationReport): string {
  const { at, services } = report;
  const cells = (tag: "td" | "th", row: readonly string[]) =>
    `<tr>${row.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join("")}</tr>`;
  const states = services.flatMap(({ service, accounts }) =>
    accounts.map((account) => cells("td", [service, account.account, stateOf(account)])),
  );
  const rows = services.flatMap(openRowsOf).map((row) => cells("td", row));
  const found =
    rows.length === 0 ? `<p>${escapeHtml(noneOf(report))}</p>` : table(cells("th", columns), rows);
  const decided = services.flatMap(decidedRowsOf).map((row) => cells("td", row));
  const apart =
    decided.length === 0
      ? ""
      : `<p>${escapeHtml(decidedTitle)}</p>\n${table(cells("th", decidedColumns), decided)}\n`;
  const compared = table(cells("th", ["service", "account", "state"]), states);
  return htmlDocument({
    language: "en",
    title: `Reconciliation ${at.slice(0, 10)}`,
    head: `<style>${style}</style>`,
    body: `<body>\n<h1>Reconciliation</h1>\n<p>${escapeHtml(at)}</p>\n${compared}\n${found}\n${apart}</body>`,
  });
}

const style =
  "body{font:14px/1.5 system-ui,sans-serif;margin:2rem}table{border-collapse:collapse;margin:1rem 0}" +
  "th,td{border:1px solid #999;padding:.25rem .5rem;text-align:left}th{background:#eee}";

function table(head: string, rows: readonly string[]): string {
  return `<table>\n<thead>${head}</thead>\n<tbody>${rows.join("\n")}</tbody>\n</table>`;
}

function stateOf(account: ReconciledState): string {
  const { comparedUntil, lastError, openCount, decidedCount, retiredAt } = account;
  if (retiredAt !== null) {
    return `retired at ${retiredAt}, compared until ${comparedUntil ?? "never"}, ${openCount} differences never resolved`;
  }
  if (lastError !== null) return `not compared (${lastError})`;
  const decided = decidedCount === 0n ? "" : `, ${decidedCount} decided`;
  return `compared until ${comparedUntil ?? "never"}, ${openCount} differences${decided}`;
}

function openRowsOf({ service, differences }: ServiceReport) {
  return differences.map((one) => rowOf(service, one));
}

/** Who said so, and why, stands in the case. */
function decidedRowsOf({ service, decided }: ServiceReport) {
  return decided.map(({ decided: { decidedAt, caseId }, ...one }) => [
    ...rowOf(service, { ...one, caseId }),
    decidedAt,
  ]);
}

function rowOf(service: PublishingService, one: ReportedDifference): readonly string[] {
  const { account, kind, reference, key, booked, stated, occurredAt, caseId } = one;
  const name = reference ?? key ?? "–";
  return [service, account, kind, name, sideText(booked), sideText(stated), occurredAt, caseId];
}

/** A movement as one side tells it. */
export function sideText(side: MovementSide | null): string {
  if (side === null) return "–";
  const { kind, state, currency, amount, fee } = side;
  const costs = fee === null || fee === "0" ? "" : `, fee ${fee}`;
  const what = [kind, state].filter((word) => word !== null).join(" ");
  return `${what}${what === "" ? "" : " "}${amount} ${currency}${costs}`;
}
