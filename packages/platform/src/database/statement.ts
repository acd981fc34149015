import { createHash } from "node:crypto";
import { CompiledQuery } from "kysely";

/** SQL with its parameters: what kysely compiles to, or `CompiledQuery.raw(text, values)`. */
export interface Statement extends CompiledQuery {
  readonly onStored?: (rows: readonly unknown[]) => void;
  /** What it locks must be the last: where several leave as one transaction it comes behind the statements of all. */
  readonly isLast?: boolean;
}

/** The same, and its rows are told once it is stored with all that commits with it; of what is rolled back nothing is told. */
export function whenStored<Row>(
  statement: Statement,
  onStored: (rows: readonly Row[]) => void,
): Statement {
  // What the columns are is known to whoever wrote the statement.
  return { ...statement, onStored: (rows) => onStored(rows as readonly Row[]) };
}

/** For the transaction that it is in, which need not have written anything. */
export function setLocal(setting: string, value: number): Statement {
  return CompiledQuery.raw("select set_config($1, $2, true)", [setting, String(value)]);
}

/** Once they are committed. */
export function reportStored(
  statements: readonly Statement[],
  outcomes: readonly { readonly rows: readonly unknown[] }[],
): void {
  for (const [index, { onStored }] of statements.entries()) onStored?.(outcomes[index]?.rows ?? []);
}

/** The name under which a connection prepares the text once. */
export function preparedNameOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}
