import type { AnalysisRow } from "../sql/open-analysis.ts";
import type { QuestionColumn } from "../sql/questions.ts";

type Value = AnalysisRow[string] | undefined;

const wholeNumber = /^-?\d+$/;
const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Whether a column holds numbers, and so is read from the right. */
export function isNumeric(column: QuestionColumn, values: readonly Value[]): boolean {
  if (column.name === "tier") return false;
  return values.every((value) => value === null || wholeNumber.test(String(value)));
}

/** As people read it: digits in groups, times in units of their size. The exact value stands beside it in the page. */
export function cellText({ unit }: QuestionColumn, value: Value): string {
  if (value === null || value === undefined) return "–";
  const text = String(value);
  if (!wholeNumber.test(text)) return text;
  return unit === "ms" ? durationText(Number(text)) : grouped(text);
}

/** `1 234 567`, with blanks that do not break. */
export function grouped(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, "\u{202F}");
}

function durationText(ms: number): string {
  const size = Math.abs(ms);
  if (size < secondMs) return `${ms} ms`;
  if (size < minuteMs) return `${roundedTo(ms, secondMs)} s`;
  if (size < hourMs) return `${roundedTo(ms, minuteMs)} min`;
  return size < 2 * dayMs ? `${roundedTo(ms, hourMs)} h` : `${roundedTo(ms, dayMs)} d`;
}

function roundedTo(ms: number, unitMs: number): number {
  return Math.round((ms * 10) / unitMs) / 10;
}
