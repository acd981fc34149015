import type pg from "pg";

const journalText = `
create table if not exists migrations (
  name text primary key,
  place text,
  started_at timestamptz not null default clock_timestamp(),
  done_at timestamptz
)`;

export async function createJournal(client: pg.Client): Promise<void> {
  await client.query(journalText);
}

export const doneText = "select name from migrations where done_at is not null order by name";

export async function listDone(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(doneText);
  return rows.map(({ name }) => name);
}

export async function recordDone(client: pg.Client, name: string): Promise<void> {
  await client.query(
    `insert into migrations (name, done_at) values ($1, clock_timestamp())
     on conflict (name) do update set done_at = excluded.done_at`,
    [name],
  );
}

/** The place that a backfill has reached, where it begins when it is new. */
export async function findPlace(client: pg.Client, name: string, start: string): Promise<string> {
  const { rows } = await client.query<{ place: string }>(
    `insert into migrations (name, place) values ($1, $2)
     on conflict (name) do update set place = coalesce(migrations.place, excluded.place)
     returning place`,
    [name, start],
  );
  return rows[0]?.place ?? start;
}

export async function recordPlace(client: pg.Client, name: string, place: string): Promise<void> {
  await client.query("update migrations set place = $2 where name = $1", [name, place]);
}
