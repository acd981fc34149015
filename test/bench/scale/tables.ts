import { rates } from "./inputs.ts";
import { type Needs, needsAt, perCore } from "./needs.ts";

const digits = (value: number) =>
  value >= 100 ? Math.round(value).toString() : Number(value.toPrecision(2)).toString();

function grouped(value: number): string {
  const [whole = "", ...rest] = digits(value).split(".");
  return [whole.replaceAll(/\B(?=(\d{3})+$)/g, " "), ...rest].join(".");
}

function bytes(value: number): string {
  const steps = ["B", "KB", "MB", "GB", "TB"];
  const step = Math.min(steps.length - 1, Math.floor(Math.log10(value) / 3));
  return `${grouped(value / 1_000 ** step)} ${steps[step] ?? ""}`;
}

function duration(hours: number): string {
  const days = hours / 24;
  if (days >= 730) return `${grouped(days / 365)} years`;
  return days >= 2 ? `${grouped(days)} days` : `${grouped(hours)} hours`;
}

const rows: readonly (readonly [string, (needs: Needs) => string])[] = [
  ["cores of the services, busy", ({ serviceCores }) => grouped(serviceCores)],
  ["cores of Postgres, busy", ({ postgresCores }) => grouped(postgresCores)],
  ["cores of NATS, busy", ({ natsCores }) => grouped(natsCores)],
  [
    "replicas: gateway, transactions, payments, payouts",
    ({ replicas }) => Object.values(replicas).join(", "),
  ],
  [
    "connections to Postgres: open at most; busy",
    (needs) => `${needs.connections}; ${grouped(needs.busyConnections)}`,
  ],
  ["commits a second", ({ commitsPerSecond }) => grouped(commitsPerSecond)],
  ["Postgres's log, a second", ({ walBytesPerSecond }) => bytes(walBytesPerSecond)],
  [
    "NATS, a second: facts; messages in",
    (needs) => `${grouped(needs.factsPerSecond)}; ${grouped(needs.messagesPerSecond)}`,
  ],
  [
    "bytes into streams, a second, for each copy",
    ({ streamBytesPerSecond }) => bytes(streamBytesPerSecond),
  ],
  [
    "databases, a year; that of transactions",
    (needs) => `${bytes(needs.databaseBytesPerYear)}; ${bytes(needs.transactionsBytesPerYear)}`,
  ],
  ["streams on disk, a year, for each copy", ({ streamBytesPerYear }) => bytes(streamBytesPerYear)],
  ["what goes by age, at most", ({ boundedBytes }) => bytes(boundedBytes)],
  [
    "until `events` of transactions is as large as a table can be",
    (needs) => duration(needs.yearsToFullTable * 24 * 365),
  ],
  ["between two freezes that must be", ({ hoursToFreeze }) => duration(hoursToFreeze)],
];

const lineOf = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;

/** The table of what rates need, as it stands in the page. */
export function needsTable(): string {
  const needs = rates.map(needsAt);
  const head = ["purchases a second", ...rates.map((rate) => grouped(rate))];
  return [
    lineOf(head),
    `|${"---|".repeat(head.length)}`,
    ...rows.map(([name, show]) => lineOf([name, ...needs.map(show)])),
  ].join("\n");
}

/** The table of how much one core of each part carries. */
export function coresTable(): string {
  const parts = Object.entries(perCore()).toSorted(([, one], [, other]) => one - other);
  return [
    lineOf(["part", "purchases a second of one core, all of it"]),
    "|---|---|",
    ...parts.map(([name, perSecond]) => lineOf([name, grouped(Math.floor(perSecond))])),
  ].join("\n");
}
