import { Kysely, PostgresDialect } from "kysely";
import {
  type ConnectionOptions,
  type Connections,
  type MayGoOn,
  openConnections,
} from "./connections.ts";
import type { GroupMetrics } from "./gathering.ts";
import { createGroupCommit, type GroupCommit } from "./group-commit.ts";
import { createLookups, type LookUp } from "./lookups.ts";
import { runAlone } from "./run-batch.ts";
import type { Statement } from "./statement.ts";
import { inTransaction, type Session } from "./transaction.ts";

export type { MayGoOn } from "./connections.ts";
export type { Statement } from "./statement.ts";
export type { Session } from "./transaction.ts";

export interface Database {
  readonly connections: Connections;
  readonly query: <Row>(statement: Statement) => Promise<Row[]>;
  /** `query` for what many ask for at the same time and is found at once: in one round trip with them. */
  readonly lookUp: LookUp;
  /** The rows of each of them, in one round trip and one commit: what stands between two of them is seen by neither or by the later one. */
  readonly queryEach: <Rows extends readonly unknown[]>(
    statements: {
      readonly [Each in keyof Rows]: Statement;
    },
  ) => Promise<{ [Each in keyof Rows]: Rows[Each][] }>;
  /** One round trip. Throws the error of the first statement that failed; then nothing is stored. */
  readonly pipelined: (statements: readonly Statement[], mayGoOn?: MayGoOn) => Promise<void>;
  /** `pipelined` for an append, or for rows behind the events of others, in one commit with what is appended at the same time. */
  readonly grouped: GroupCommit;
  readonly transaction: <Result>(
    work: (session: Session) => Promise<Result>,
    mayGoOn?: MayGoOn,
  ) => Promise<Result>;
  /** Whatever answers after a lost connection may be another server, or the same one put back to an earlier moment. */
  readonly onConnectionLost: (listener: () => void) => () => void;
  readonly close: () => Promise<void>;
}

/** Connects when the first statement is sent. */
export function openDatabase(
  options: ConnectionOptions & { readonly metrics?: GroupMetrics },
): Database {
  const connections = openConnections(options);
  return {
    connections,
    onConnectionLost: connections.onLost,
    async query<Row>(statement: Statement) {
      const [outcome] = await runAlone(connections, [statement]);
      // What the columns are is known to whoever wrote the statement.
      return (outcome?.rows ?? []) as Row[];
    },
    lookUp: createLookups(connections, options.metrics),
    async queryEach<Rows extends readonly unknown[]>(
      statements: {
        readonly [Each in keyof Rows]: Statement;
      },
    ) {
      const outcomes = await runAlone(connections, statements);
      return outcomes.map(({ rows }) => rows) as { [Each in keyof Rows]: Rows[Each][] };
    },
    async pipelined(statements, mayGoOn) {
      await runAlone(connections, statements, mayGoOn);
    },
    grouped: createGroupCommit(connections, options.metrics),
    transaction: (work, mayGoOn) => inTransaction(connections, work, mayGoOn),
    close: connections.close,
  };
}

/** Kysely over the same connections, for queries whose shape depends on what is asked. */
export function queryBuilder<Tables>({ connections }: Database): Kysely<Tables> {
  // The options are for cancelling queries over a connection of its own, which nobody here does.
  const pool = { connect: () => connections.acquire(), end: connections.close, options: {} };
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}
