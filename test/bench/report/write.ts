import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Machine } from "./machine.ts";
import type { Row } from "./row.ts";
import { targets } from "./targets.ts";

/** What one run found. */
export interface Report {
  readonly machine: Machine;
  readonly plan: string;
  readonly rows: readonly Row[];
}

/** Writes a report as JSON below a folder and returns the file's name. */
export function writeReport(folder: string, report: Report): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${report.machine.at.replaceAll(/[:.]/g, "-")}.json`);
  writeFileSync(file, `${JSON.stringify(report, undefined, 2)}\n`);
  return file;
}

/** A report as a table for people. */
export function tableOf({ machine, plan, rows }: Report): string {
  const lines = rows.map(lineOf);
  const head = ["row", "floor", "ours", "unit", "value", "min–max", "limit", "goal", "verdict"];
  const widths = head.map((title, column) =>
    Math.max(title.length, ...lines.map((line) => line[column]?.length ?? 0)),
  );
  const text = [head, ...lines]
    .map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "))
    .join("\n");
  return [
    `${machine.cpu}, ${machine.cores} cores, load before ${shown(machine.loadBefore)}, ` +
      `fsync p50 ${shown(machine.fsyncP50Ms)} ms, p99 ${shown(machine.fsyncP99Ms)} ms`,
    `Node ${machine.node}, Postgres ${machine.postgres}, NATS ${machine.nats}, ` +
      `commit ${machine.commit.slice(0, 12)}, ${plan}`,
    "",
    text,
    "",
    ...rows.flatMap(notesOf),
    "",
  ].join("\n");
}

function lineOf(row: Row): readonly string[] {
  const { kind, limit, goal } = targets[row.name];
  const sign = kind === "at-least" ? "≥" : "≤";
  const { comparison } = row;
  return [
    row.name,
    comparison === undefined ? "" : shown(comparison.floorMedian),
    comparison === undefined ? "" : shown(comparison.subjectMedian),
    row.unit,
    shown(row.value),
    comparison === undefined ? "" : `${shown(comparison.ratioMin)}–${shown(comparison.ratioMax)}`,
    `${sign} ${limit}`,
    `${sign} ${goal}`,
    row.verdict === "void" && comparison !== undefined
      ? `void (floor moved ${Math.round(comparison.floorSpread * 100)} %)`
      : row.verdict,
  ];
}

function notesOf(row: Row): readonly string[] {
  const notes = Object.entries(row.notes);
  if (notes.length === 0) return [];
  const texts = notes.map(
    ([name, value]) => `${name} ${typeof value === "number" ? shown(value) : value}`,
  );
  return [`${row.name}: ${texts.join(", ")}`];
}

function shown(value: number): string {
  if (Math.abs(value) >= 100) return value.toFixed(0);
  return value.toPrecision(3);
}
