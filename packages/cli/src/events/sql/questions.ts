import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** What a real team asks, in the order of the report; each is a file of SQL of that name. */
export const questionNames = [
  "volume-by-day",
  "funnel",
  "failures",
  "retention",
  "rate-and-spread",
  "fees",
  "refunds",
  "limit-use",
  "time-in-review",
  "books",
] as const;
export type QuestionName = (typeof questionNames)[number];

export const questionsFolder = fileURLToPath(new URL("../questions", import.meta.url));

export interface QuestionColumn {
  readonly name: string;
  /** What it holds. */
  readonly text: string;
  /** Of a number; none of a name, a moment or a plain count. */
  readonly unit: string | undefined;
}

export interface Question {
  readonly name: QuestionName;
  readonly title: string;
  readonly columns: readonly QuestionColumn[];
  readonly sql: string;
}

const columnLine = /^-- (\w+):\s*(.*?)(?:\s*\(([^()]+)\))?$/;

/** Reads a question: the comment in front of its SQL says what is asked, and what each column holds in which unit. */
export function readQuestion(name: QuestionName): Question {
  const sql = readFileSync(join(questionsFolder, `${name}.sql`), "utf8");
  const lines = sql.split("\n");
  const head = lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith("--")),
  );
  const [title = "", ...rest] = head;
  return { name, title: title.replace("-- ", ""), columns: rest.map(readColumn), sql };
}

function readColumn(line: string): QuestionColumn {
  const [, name, text, unit] = columnLine.exec(line) ?? [];
  if (name === undefined || text === undefined) throw new Error(`No column is told by: ${line}`);
  return { name, text, unit };
}
