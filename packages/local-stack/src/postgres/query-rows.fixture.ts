import pg from "pg";

/** One statement over a connection of its own; each row is an array. */
export async function queryRows(url: string, text: string): Promise<readonly unknown[][]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<unknown[]>({ text, rowMode: "array" })).rows;
  } finally {
    await client.end();
  }
}
