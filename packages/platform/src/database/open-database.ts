import { createHash } from "node:crypto";
import { type CompiledQuery, Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { RolledBackError } from "./errors.ts";
import { databaseLimits } from "./limits.ts";
import { columnTypes } from "./types.ts";

/** SQL with its parameters: what kysely compiles to, or `CompiledQuery.raw(text, values)`. */
export type Statement = CompiledQuery;

/** One database of one service. */
export interface Database {
  readonly pool: pg.Pool;
  /** Runs one statement on its own and returns its rows. */
  readonly query: <Row>(statement: Statement) => Promise<Row[]>;
  /**
   * Runs statements as one transaction in one round trip: all are sent, COMMIT included, before the first
   * answer is awaited. Throws the error of the first statement that failed; then nothing is stored.
   */
  readonly pipelined: (statements: readonly Statement[]) => Promise<void>;
  /** Runs work on one connection inside BEGIN … COMMIT; rolls back when it throws. */
  readonly transaction: <Result>(work: (session: Session) => Promise<Result>) => Promise<Result>;
  /**
   * Calls back when a connection broke that had been open: whatever answers next may be another server, or the
   * same one put back to an earlier moment. Returns what ends it.
   */
  readonly onConnectionLost: (listener: () => void) => () => void;
  readonly close: () => Promise<void>;
}

/** One connection inside a transaction. Statements sent without awaiting are pipelined, in order. */
export interface Session {
  readonly query: <Row>(statement: Statement) => Promise<Row[]>;
}

/** Opens a pool; connects on first use. `url` is a `postgres://` URL. */
export function openDatabase(options: {
  readonly url: string;
  readonly poolMax: number;
  readonly applicationName: string;
}): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolMax,
    application_name: options.applicationName,
    connectionTimeoutMillis: databaseLimits.connectTimeoutMs,
    idleTimeoutMillis: databaseLimits.idleConnectionMs,
    query_timeout: databaseLimits.queryTimeoutMs,
    keepAlive: true,
    types: columnTypes,
    options: sessionOptions(),
    ...pipelining,
  });
  const lostListeners = new Set<() => void>();
  // A connection that breaks is dropped by the pool; the next query opens another one. The pool listens to idle
  // connections only: one that breaks inside a transaction would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => {
    client.on("error", () => {
      for (const listener of lostListeners) listener();
    });
  });
  return {
    pool,
    onConnectionLost(listener) {
      lostListeners.add(listener);
      return () => void lostListeners.delete(listener);
    },
    query: (statement) => run(pool, statement),
    pipelined: (statements) => runPipelined(pool, statements),
    transaction: (work) => inTransaction(pool, work),
    close: () => pool.end(),
  };
}

/** A typed query builder over the same pool. */
export function queryBuilder<Tables>(database: Database): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: database.pool }) });
}

/** `pg` sends queries of one connection without waiting for answers; its types do not know the option yet. */
const pipelining: object = { pipeline: true };

function sessionOptions(): string {
  const settings = {
    timezone: "UTC",
    statement_timeout: databaseLimits.statementTimeoutMs,
    transaction_timeout: databaseLimits.transactionTimeoutMs,
    idle_in_transaction_session_timeout: databaseLimits.idleInTransactionTimeoutMs,
    lock_timeout: databaseLimits.lockTimeoutMs,
  };
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(" ");
}

const names = new Map<string, string>();

/** A name under which a connection prepares a statement once. Rare texts beyond the limit stay unnamed. */
function preparedNameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= databaseLimits.preparedStatementsMax) return undefined;
  const name = createHash("sha256").update(text).digest("hex").slice(0, 32);
  names.set(text, name);
  return name;
}

async function run<Row>(target: pg.Pool | pg.PoolClient, statement: Statement): Promise<Row[]> {
  const name = preparedNameOf(statement.sql);
  const result = await target.query({
    ...(name === undefined ? {} : { name }),
    text: statement.sql,
    values: [...statement.parameters],
  });
  return result.rows as Row[];
}

async function runPipelined(pool: pg.Pool, statements: readonly Statement[]): Promise<void> {
  const [only, ...others] = statements;
  if (only !== undefined && others.length === 0) {
    // A single statement is a transaction of its own.
    await run(pool, only);
    return;
  }
  const client = await pool.connect();
  gatherWrites(client);
  const answers = await Promise.allSettled([
    client.query("begin"),
    ...statements.map((statement) => run(client, statement)),
    client.query("commit").then(assertCommitted),
  ]);
  const failure = answers.find((answer) => answer.status === "rejected");
  if (failure === undefined) return client.release();
  const left = await rollBack(client);
  client.release(left);
  throw failure.reason;
}

/** What is sent in the same turn goes out in one write: a system call for each costs more than the statements. */
function gatherWrites(client: pg.PoolClient): void {
  const { stream } = client.connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** A COMMIT behind a failed statement is answered with ROLLBACK. */
function assertCommitted(result: pg.QueryResult): void {
  if (result.command !== "COMMIT") throw new RolledBackError("The transaction was rolled back");
}

async function inTransaction<Result>(
  pool: pg.Pool,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    gatherWrites(client);
    const begun = client.query("begin");
    begun.catch(() => undefined);
    const result = await work({
      query(statement) {
        gatherWrites(client);
        return run(client, statement);
      },
    });
    await begun;
    assertCommitted(await client.query("commit"));
    return result;
  } catch (error) {
    broken = await rollBack(client);
    throw error;
  } finally {
    client.release(broken);
  }
}

async function rollBack(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await client.query("rollback");
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error("rollback failed");
  }
}
