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

/** Drops every database of this run; on a server that outlives the run nothing is left behind. */
export async function dropDatabasesOfRun(): Promise<void> {
  await asAdmin(async (client) => {
    const left = await client.query<{ datname: string }>(
      "select datname from pg_database where starts_with(datname, $1)",
      [`${runName()}_`],
    );
    for (const { datname } of left.rows) {
      await client.query(`drop database if exists ${datname} with (force)`);
    }
  });
}
