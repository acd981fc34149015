import { createHash } from "node:crypto";
import type { CompiledQuery } from "kysely";
import { databaseLimits } from "./limits.ts";

/** SQL with its parameters: what kysely compiles to, or `CompiledQuery.raw(text, values)`. */
export type Statement = CompiledQuery;

const names = new Map<string, string>();

/** A name under which a connection prepares a statement once. Rare texts beyond the limit stay unnamed. */
export function preparedNameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= databaseLimits.preparedStatementsMax) return undefined;
  const name = createHash("sha256").update(text).digest("hex").slice(0, 32);
  names.set(text, name);
  return name;
}
