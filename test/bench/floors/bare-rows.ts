import { randomUUID } from "node:crypto";
import type { BareStatement } from "./bare-postgres.ts";

/** The table of a floor whose commits only have to be commits: one row of an event's size each. */
export const bareRowsTable = `create table bare_rows (
  id uuid primary key, subject_id uuid not null, data jsonb not null,
  at timestamptz not null default clock_timestamp())`;

const data = JSON.stringify({ text: "x".repeat(400) });

/** One row about a subject. */
export function bareRow(subjectId: string): BareStatement {
  return {
    name: "bare-row",
    text: "insert into bare_rows (id, subject_id, data) values ($1, $2, $3)",
    values: [randomUUID(), subjectId, data],
  };
}
