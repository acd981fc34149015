import pg from "pg";

interface PlanNode {
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Rows Removed by Index Recheck"?: number;
  readonly Plans?: readonly PlanNode[];
}

/** How many rows of tables and indexes a statement goes through, whatever becomes of them. */
export async function rowsRead(
  url: string,
  statement: { readonly sql: string; readonly parameters: readonly unknown[] },
): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const text = `explain (analyze, format json) ${statement.sql}`;
    const { rows } = await client.query<{ "QUERY PLAN": readonly { readonly Plan: PlanNode }[] }>(
      text,
      [...statement.parameters],
    );
    const plan = rows[0]?.["QUERY PLAN"][0]?.Plan;
    if (plan === undefined) throw new Error("There is no plan");
    return readIn(plan);
  } finally {
    await client.end();
  }
}

function readIn(node: PlanNode): number {
  const { Plans: below = [] } = node;
  if (below.length > 0) return below.reduce((sum, each) => sum + readIn(each), 0);
  const removed =
    (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
  return (node["Actual Rows"] + removed) * node["Actual Loops"];
}
