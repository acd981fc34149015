import { CompiledQuery } from "kysely";
import type { Session, Statement } from "../../database/open-database.ts";

export interface SideTable {
  readonly live: string;
  readonly side: string;
  /** Where rows are kept that more streams may change: another one for whoever goes on with the rebuild. */
  readonly parts: string;
  /** All that a table is made of, as one text. */
  readonly shape: string;
  readonly indexes: readonly SideIndex[];
  /** Of storage, like `fillfactor=70`: what `like … including all` leaves out. */
  readonly settings: readonly string[];
}

interface SideIndex {
  readonly liveName: string;
  readonly sideName: string;
  readonly method: string;
  readonly isUnique: boolean;
  readonly constraint: "primary key" | "unique" | null;
}

const indexesText = `
select indexes.relname as name, pg_get_indexdef(indexes.oid) as definition,
  pg_index.indisunique as "isUnique", pg_constraint.contype as "constraintType"
from pg_index join pg_class as indexes on indexes.oid = pg_index.indexrelid
  left join pg_constraint on pg_constraint.conindid = indexes.oid and contype in ('p', 'u')
where pg_index.indrelid = $1::text::regclass order by indexes.relname`;

/** Rights to read are given to the new table at the swap; nobody but the owner has others. */
const attachedText = `
select exists (select from pg_trigger where tgrelid = pg_class.oid)
  or exists (select from pg_policy where polrelid = pg_class.oid)
  or exists (select from aclexplode(relacl) where grantee <> relowner
    and (privilege_type <> 'SELECT' or is_grantable or grantee = 0)) as "isAttached",
  array(select grantee::regrole::text from aclexplode(relacl)
    where grantee <> relowner and grantee <> 0) as readers,
  coalesce(reloptions, '{}') as settings
from pg_class where oid = $1::text::regclass`;

interface AttachedRow {
  readonly isAttached: boolean;
  /** Roles that may read it, as they stand in a statement. */
  readonly readers: readonly string[];
  readonly settings: readonly string[];
}

interface IndexRow {
  readonly name: string;
  readonly definition: string;
  readonly isUnique: boolean;
  readonly constraintType: string | null;
}

const shapeText = `
select json_build_array(
  (select json_agg(json_build_array(attname, format_type(atttypid, atttypmod), attcollation::bigint,
      attnotnull, attidentity::text, attgenerated::text, pg_get_expr(adbin, adrelid)) order by attnum)
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attrelid = $1::text::regclass and attnum > 0 and not attisdropped),
  (select json_agg(pg_get_constraintdef(oid) order by conname)
    from pg_constraint where conrelid = $1::text::regclass),
  (select json_agg(pg_get_indexdef(indexrelid) order by pg_get_indexdef(indexrelid))
    from pg_index where indrelid = $1::text::regclass),
  (select reloptions from pg_class where oid = $1::text::regclass))::text as shape`;

/** What a table is made of: equal where nothing about it was changed. */
export async function shapeOf(session: Session, live: string): Promise<string> {
  const [row] = await session.query<{ shape: string }>(CompiledQuery.raw(shapeText, [live]));
  return row?.shape ?? "";
}

/**
 * Looks at a live table. Throws where something hangs on it that a swap would lose. Names beside it are those of one attempt: what
 * an earlier one, killed or lost, has still under way finds no table.
 */
export async function describeSide(
  session: Session,
  live: string,
  attempt: string,
): Promise<SideTable> {
  const { settings } = await readAttached(session, live);
  const rows = await session.query<IndexRow>(CompiledQuery.raw(indexesText, [live]));
  const indexes = rows.map((row, index) => sideIndexOf(row, `${live}${mark}_index_${index}`));
  const shape = await shapeOf(session, live);
  return { live, ...sideNamesOf(live, attempt), shape, indexes, settings };
}

const mark = "__rebuild";

export function sideNamesOf(live: string, attempt: string): Pick<SideTable, "side" | "parts"> {
  return { side: `${live}${mark}_${attempt}`, parts: `${live}${mark}_parts_${attempt}` };
}

const leftoversText = `
select relname as name from pg_class join unnest($1::text[]) as live (name)
  on starts_with(relname, live.name || '${mark}')
where relkind = 'r' and relnamespace = current_schema()::regnamespace`;

/** Tables that a rebuild of these left behind, of whichever release. */
export async function listLeftovers(
  session: Session,
  live: readonly string[],
): Promise<readonly string[]> {
  const statement = CompiledQuery.raw(leftoversText, [[...live]]);
  return (await session.query<{ name: string }>(statement)).map(({ name }) => name);
}

async function readAttached(session: Session, live: string): Promise<AttachedRow> {
  const [attached] = await session.query<AttachedRow>(CompiledQuery.raw(attachedText, [live]));
  if (attached?.isAttached === false) return attached;
  throw new Error(
    `${live} has triggers, policies or privileges that are not to read alone: it cannot be swapped`,
  );
}

function sideIndexOf(row: IndexRow, sideName: string): SideIndex {
  const method = / USING (.+)$/s.exec(row.definition)?.[1];
  if (method === undefined) throw new Error(`The index ${row.name} cannot be read`);
  const constraint =
    row.constraintType === null ? null : row.constraintType === "p" ? "primary key" : "unique";
  return { liveName: row.name, sideName, method, isUnique: row.isUnique, constraint };
}

/**
 * Who waits for a table briefly, again and again, never makes autovacuum give way; so none comes to what only a rebuild knows.
 * Its indexes and its statistics are made at the end.
 */
export const unvacuumed = "autovacuum_enabled=off";
const isOfVacuum = (setting: string) => setting.startsWith("autovacuum_enabled=");

/** Makes the table, empty and without indexes. */
export function makeSide({ live, side, settings }: SideTable): readonly Statement[] {
  const own = settings.filter((setting) => !isOfVacuum(setting));
  return [
    `create table ${side} (like ${live} including all excluding indexes)`,
    `alter table ${side} set (${[...own, unvacuumed].join(", ")})`,
  ].map((text) => CompiledQuery.raw(text));
}

const constraintsText = `
select conname as name from pg_constraint where conrelid = $1::text::regclass and contype in ('p', 'u')`;

/**
 * What its indexes still lack. Each is made by a statement of its own, whole or not at all; nobody else knows the table, and who does
 * not append holds no relay back.
 */
export async function indexSide(
  session: Session,
  { side, indexes }: SideTable,
): Promise<readonly Statement[]> {
  const found = await session.query<{ name: string }>(CompiledQuery.raw(constraintsText, [side]));
  const constrained = found.map(({ name }) => name);
  const made = indexes.flatMap(({ sideName, method, isUnique, constraint }) => {
    if (constrained.includes(sideName)) return [];
    const unique = isUnique ? "unique " : "";
    const create = `create ${unique}index if not exists ${sideName} on ${side} using ${method}`;
    const own = `alter table ${side} add constraint ${sideName} ${constraint} using index ${sideName}`;
    return constraint === null ? [create] : [create, own];
  });
  return [...made, `analyze ${side}`].map((text) => CompiledQuery.raw(text));
}

/** Roles that may read a live table now, as they stand in a statement. Throws like `describeSide`. */
export async function readersOf(session: Session, live: string): Promise<readonly string[]> {
  return (await readAttached(session, live)).readers;
}

/** Puts it in the place of the live one, for the same readers, inside the transaction that holds the live one's lock. */
export function swapIn(
  { live, side, indexes, settings }: SideTable,
  readers: readonly string[],
): readonly Statement[] {
  const vacuum = settings.find(isOfVacuum);
  return [
    `drop table ${live}`,
    `alter table ${side} rename to ${live}`,
    `alter table ${live} ${vacuum === undefined ? "reset (autovacuum_enabled)" : `set (${vacuum})`}`,
    ...indexes.map(({ liveName, sideName }) => `alter index ${sideName} rename to ${liveName}`),
    ...readers.map((reader) => `grant select on ${live} to ${reader}`),
  ].map((text) => CompiledQuery.raw(text));
}
