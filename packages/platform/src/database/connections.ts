import pg from "pg";
import { isConnectedTooLate, isRefusedStatement, isServerLost } from "./errors.ts";
import { databaseLimits } from "./limits.ts";
import { columnTypes } from "./types.ts";
import { watchPauses } from "./watch-pauses.ts";

export interface ConnectionOptions {
  readonly url: string;
  readonly poolMax: number;
  readonly applicationName: string;
  readonly queryTimeoutMs?: number;
  /** Work at the shell that may take long, like an index over a whole table; a service's may not. */
  readonly isMaintenance?: boolean;
  /** The server refuses every write of these connections. */
  readonly isReadOnly?: boolean;
}

/** Throws when the work may not be done any more: the wait for a connection can be long, and another server answer. */
export type MayGoOn = () => void;

export interface Connections {
  /** A connection for the caller alone, until it is released. Fails at once while the server has just refused one. */
  readonly acquire: (mayGoOn?: MayGoOn) => Promise<pg.PoolClient>;
  /** With the error with which its last use ended; a connection that broke is dropped. */
  readonly release: (client: pg.PoolClient, error?: unknown) => void;
  /** Calls back when a connection broke that had been open. Returns what ends it. */
  readonly onLost: (listener: () => void) => () => void;
  /** How many are there now, and how much work waits for one. */
  readonly counts: () => {
    readonly inUse: number;
    readonly idle: number;
    readonly waiting: number;
  };
  readonly close: () => Promise<void>;
}

/**
 * One broken connection is enough to distrust all that are as old: where a network loses packets nobody is told,
 * and each of them would be found out by a query of its own that nobody answers.
 */
export function openConnections(options: ConnectionOptions): Connections {
  const pool = new pg.Pool(poolConfig(options));
  const lostListeners = new Set<() => void>();
  const generations = new WeakMap<pg.PoolClient, number>();
  let generation = 0;
  let refusal: { readonly error: unknown; readonly untilMs: number } | undefined;
  const lose = (client: pg.PoolClient): void => {
    if (generations.get(client) === generation) generation += 1;
    for (const listener of lostListeners) listener();
  };
  // A server that starts again spends its time on refusing, if everybody who waits for it asks all the time.
  const connect = async (isAgain = false): Promise<pg.PoolClient> => {
    if (refusal !== undefined && performance.now() < refusal.untilMs) throw refusal.error;
    // One that is free, and nobody else is about to take, is there at once.
    if (pool.idleCount > pool.waitingCount) return pool.connect();
    const longestPauseMs = watchPauses();
    try {
      const client = await pool.connect();
      longestPauseMs();
      return client;
    } catch (error) {
      // The pool's timer comes before whatever was answered while this process could not read it: that says nothing of the server.
      const isOwnPause = longestPauseMs() > databaseLimits.pauseMinMs;
      if (isOwnPause && !isAgain && isConnectedTooLate(error)) return connect(true);
      const untilMs = performance.now() + databaseLimits.refusedPauseMs;
      if (isServerLost(error)) refusal = { error, untilMs };
      throw error;
    }
  };
  // The pool listens to idle connections only: one that breaks inside a transaction would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => {
    generations.set(client, generation);
    client.on("error", () => lose(client));
  });
  return {
    async acquire(mayGoOn) {
      for (;;) {
        const client = await connect();
        if (generations.get(client) !== generation) {
          drop(client);
          continue;
        }
        return checked(client, mayGoOn);
      }
    },
    release(client, error) {
      const isLost = isServerLost(error);
      if (error === undefined || (isRefusedStatement(error) && !isLost)) return client.release();
      drop(client);
      return isLost ? lose(client) : undefined;
    },
    onLost(listener) {
      lostListeners.add(listener);
      return () => void lostListeners.delete(listener);
    },
    counts: () => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  };
}

function checked(client: pg.PoolClient, mayGoOn: MayGoOn | undefined): pg.PoolClient {
  try {
    mayGoOn?.();
    return client;
  } catch (error) {
    client.release();
    throw error;
  }
}

/** Nobody waits for an orderly end: a server that is out of reach does not answer that either. */
function drop(client: pg.PoolClient): void {
  client.release(true);
  client.connection.stream.destroy();
}

function poolConfig(options: ConnectionOptions): pg.PoolConfig {
  const { isMaintenance = false } = options;
  return {
    connectionString: options.url,
    max: options.poolMax,
    application_name: options.applicationName,
    connectionTimeoutMillis: databaseLimits.connectTimeoutMs,
    idleTimeoutMillis: databaseLimits.idleConnectionMs,
    query_timeout: options.queryTimeoutMs ?? (isMaintenance ? 0 : databaseLimits.queryTimeoutMs),
    keepAlive: true,
    types: columnTypes,
    options: sessionOptions(isMaintenance, options.isReadOnly === true),
    ...pipelining,
  };
}

/** `pg` sends queries of one connection without waiting for answers; its types do not know the option yet. */
const pipelining: object = { pipeline: true };

function sessionOptions(isMaintenance: boolean, isReadOnly: boolean): string {
  const settings = {
    ...(isReadOnly && { default_transaction_read_only: "on" }),
    timezone: "UTC",
    // A plan for any values is thought to be dear, and compiling it would take longer than anything that services ask.
    ...(!isMaintenance && { jit: "off" }),
    statement_timeout: isMaintenance ? 0 : databaseLimits.statementTimeoutMs,
    transaction_timeout: isMaintenance ? 0 : databaseLimits.transactionTimeoutMs,
    idle_in_transaction_session_timeout: isMaintenance
      ? databaseLimits.idleSessionMs
      : databaseLimits.idleInTransactionTimeoutMs,
    idle_session_timeout: isMaintenance ? 0 : databaseLimits.idleSessionMs,
    lock_timeout: isMaintenance
      ? databaseLimits.maintenanceLockTimeoutMs
      : databaseLimits.lockTimeoutMs,
    // Whoever is killed in the middle of long work leaves nothing running behind.
    client_connection_check_interval: isMaintenance ? databaseLimits.clientCheckMs : 0,
  };
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(" ");
}
