import type { StaffActKind } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import { isDatabaseAway } from "../database/errors.ts";
import type { Database } from "../database/open-database.ts";
import type { StaffCredentialId } from "../staff/staff-act.ts";
import { idsIn } from "./ids-in.ts";

/** What somebody of the staff is about to do: ids and hashes, nothing that a person said or is called. */
export interface AuditedAct {
  /** `<service>.<request>`. */
  readonly operation: string;
  readonly act: StaffActKind;
  readonly via: "gateway" | "shell";
  readonly by: string;
  /** It counts once; `null` at the shell, which needs none. */
  readonly assertionId: string | null;
  /** The session or the key that was shown; `null` at the shell. */
  readonly credential: StaffCredentialId | null;
  readonly subjects: Readonly<Record<string, string>>;
  readonly bodyHash: string | null;
  readonly correlationId: string;
}

export interface BegunEntry {
  readonly kind: "begun";
  readonly position: bigint;
}

/** `used`: its assertion was used before. */
export type Begun = BegunEntry | { readonly kind: "used" };

export interface AuditLog {
  /** In front of the work: committed before anything is done or shown. */
  readonly begin: (act: AuditedAct) => Promise<Begun>;
  /** Behind it, with the ids of what was shown. */
  readonly end: (begun: BegunEntry, outcome: string, shown?: unknown) => Promise<void>;
}

const appendText = "select at_position as position from append_audit_entry($1, $2)";

export function createAuditLog(
  database: Pick<Database, "query">,
  afterAppend: () => void = () => undefined,
): AuditLog {
  const append = async (entry: object, assertionId: string | null) => {
    const statement = CompiledQuery.raw(appendText, [JSON.stringify(entry), assertionId]);
    const [row] = await database.query<{ position: bigint }>(statement);
    if (row !== undefined) afterAppend();
    return row?.position;
  };
  return {
    async begin({ assertionId, ...act }) {
      const position = await append({ kind: "begun", ...act }, assertionId);
      return position === undefined ? { kind: "used" } : { kind: "begun", position };
    },
    async end({ position }, outcome, shown) {
      const ids = new Set(Object.values(idsIn(shown)));
      await append({ kind: "ended", begun: `${position}`, outcome, shown: [...ids] }, null);
    },
  };
}

/** Who works at the shell without saying who: no account, and so nobody's own. */
export const shellOperator = "00000000-0000-7000-8000-000000000001";

/** What somebody does at the shell of a service's database. */
export function shellAct(
  operation: string,
  act: StaffActKind,
  about: { readonly by?: string; readonly subjects?: Readonly<Record<string, string>> } = {},
): AuditedAct {
  const { by = shellOperator, subjects = {} } = about;
  const rest = {
    assertionId: null,
    credential: null,
    bodyHash: null,
    correlationId: newId<string>(),
  };
  return { operation, act, via: "shell", by, subjects, ...rest };
}

/**
 * Work at the shell, with what became of it written down. Throws where nothing can be written, before anything is done; and behind
 * what was done where its outcome could not be written: it did not fail, and is not said to have failed.
 */
export async function audited<Result>(
  log: AuditLog,
  act: AuditedAct,
  work: () => Promise<Result>,
  outcomeOf: (result: Result) => string,
): Promise<Result> {
  const begun = await log.begin(act);
  if (begun.kind !== "begun") throw new Error("It is in the audit log already: nothing was done");
  const result = await orFailed(log, begun, work);
  const outcome = outcomeOf(result);
  try {
    await log.end(begun, outcome, result);
  } catch (cause) {
    const entry = `its end (${outcome}) is not in the audit log, behind entry ${begun.position}`;
    throw new Error(`It was carried out, and ${entry}`, { cause });
  }
  return result;
}

/**
 * Why the work failed counts, whether or not that could be written down. Whether its commit stands is not known where the database
 * went away.
 */
async function orFailed<Result>(
  log: AuditLog,
  begun: BegunEntry,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const outcome = isDatabaseAway(error) ? "unknown" : "failed";
    await log.end(begun, outcome).catch(() => undefined);
    throw error;
  }
}
