import { Kysely, PostgresDialect } from "kysely";
import {
  type ConnectionOptions,
  type Connections,
  type MayGoOn,
  openConnections,
} from "./connections.ts";
import { runAlone } from "./run-batch.ts";
import type { Statement } from "./statement.ts";
import { inTransaction, type Session } from "./transaction.ts";

export type { MayGoOn } from "./connections.ts";
export type { Statement } from "./statement.ts";
export type { Session } from "./transaction.ts";

export interface Database {
  readonly connections: Connections;
  /** Runs one statement on its own and returns its rows. */
  readonly query: <Row>(statement: Statement) => Promise<Row[]>;
  /**
   * Runs statements as one transaction in one round trip. Throws the error of the first statement that
   * failed; then nothing is stored.
   */
  readonly pipelined: (statements: readonly Statement[], mayGoOn?: MayGoOn) => Promise<void>;
  /** Runs work on one connection inside BEGIN … COMMIT; rolls back when it throws. */
  readonly transaction: <Result>(
    work: (session: Session) => Promise<Result>,
    mayGoOn?: MayGoOn,
  ) => Promise<Result>;
  /**
   * Calls back when a connection broke that had been open: whatever answers next may be another server, or the
   * same one put back to an earlier moment. Returns what ends it.
   */
  readonly onConnectionLost: (listener: () => void) => () => void;
  readonly close: () => Promise<void>;
}

/** Opens a database; connects on first use. */
export function openDatabase(options: ConnectionOptions): Database {
  const connections = openConnections(options);
  return {
    connections,
    onConnectionLost: connections.onLost,
    async query<Row>(statement: Statement) {
      const [outcome] = await runAlone(connections, [statement]);
      // What the columns are is known to whoever wrote the statement.
      return (outcome?.rows ?? []) as Row[];
    },
    async pipelined(statements, mayGoOn) {
      await runAlone(connections, statements, mayGoOn);
    },
    transaction: (work, mayGoOn) => inTransaction(connections, work, mayGoOn),
    close: connections.close,
  };
}

/** A typed query builder over the same connections. */
export function queryBuilder<Tables>({ connections }: Database): Kysely<Tables> {
  // The options are for cancelling queries over a connection of its own, which nobody here does.
  const pool = { connect: () => connections.acquire(), end: connections.close, options: {} };
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}
