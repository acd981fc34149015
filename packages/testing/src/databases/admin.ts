import pg from "pg";

const urlVariable = "SANU_TEST_DATABASE_URL";

/** The administrative URL of the run's Postgres, set by the global set-up. Throws where it is missing. */
export function adminUrl(): string {
  const url = process.env[urlVariable];
  if (url === undefined) throw new Error(`${urlVariable} is not set: run tests with npm test`);
  return url;
}

export function runName(): string {
  const name = process.env["SANU_TEST_RUN"];
  if (name === undefined) throw new Error("SANU_TEST_RUN is not set: run tests with npm test");
  return name;
}

export function urlOfDatabase(name: string): string {
  const url = new URL(adminUrl());
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs work on one administrative connection, to the run's Postgres unless another one is named. */
export async function asAdmin<Result>(
  work: (client: pg.Client) => Promise<Result>,
  url: string = adminUrl(),
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Lets nobody into these databases any more; their files go with the run. A database that is dropped costs several times
 * what making it costs: each drop waits for a checkpoint, and ext4 looks at every inode that was freed lately before it
 * makes a file.
 */
export async function retireDatabases(
  names: readonly string[],
  url: string = adminUrl(),
): Promise<void> {
  await asAdmin(async (client) => {
    // What Postgres itself writes first when it drops one: it takes no connection, and autovacuum passes it over.
    await client.query("update pg_database set datconnlimit = -2 where datname = any($1)", [names]);
    const end = "select pg_terminate_backend(pid) from pg_stat_activity where datname = any($1)";
    await client.query(end, [names]);
  }, url);
}

/** Drops every database and role of a run; on a server that outlives the run nothing is left behind. */
export async function dropDatabasesOfRun(run: string = runName()): Promise<void> {
  await asAdmin(async (client) => {
    const text = `
      select 'database if exists ' || quote_ident(datname) || ' with (force)' as what
      from pg_database where starts_with(datname, $1)
      union all
      select 'role ' || quote_ident(rolname) from pg_roles where starts_with(rolname, $1)
      order by what`;
    const left = await client.query<{ what: string }>(text, [`${run}_`]);
    for (const { what } of left.rows) await client.query(`drop ${what}`);
  });
}
