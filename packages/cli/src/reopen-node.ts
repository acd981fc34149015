import { audited, createAuditLog, type Database, shellAct } from "@sanu/platform";
import { CompiledQuery } from "kysely";

/** Whether it was closed; in the audit log like every act at the shell. Who listens begins where the node stands now: what it had lost is not looked for again. */
export async function reopenNode(
  database: Pick<Database, "query">,
  node: string,
): Promise<boolean> {
  const text = `update node_cursors set closed_at = null, cursor = null
    where provider = $1 and closed_at is not null returning 1`;
  return audited(
    createAuditLog(database),
    shellAct("payments.reopen-node", "money", { subjects: { node } }),
    async () => (await database.query(CompiledQuery.raw(text, [node]))).length > 0,
    (wasClosed) => (wasClosed ? "reopened" : "nothing-new"),
  );
}
