import type { Duplex } from "node:stream";
import pg from "pg";
import { serialize } from "pg-protocol";
import { isPlanOutdated, RolledBackError, UnsentError } from "./errors.ts";
import { databaseLimits } from "./limits.ts";
import { type ReadRow, type RowField, rowReader } from "./row-reader.ts";
import { preparedNameOf, type Statement } from "./statement.ts";
import { wireValue } from "./values.ts";

export interface Outcome {
  readonly rows: readonly unknown[];
  readonly command: string;
}

interface Wire {
  readonly stream: Duplex;
}

interface PreparedStatement {
  readonly name: string;
  /** None where it has no rows. */
  readonly readRow: ReadRow | undefined;
}

/** What a connection has prepared, by its text. */
type Prepared = Map<string, PreparedStatement>;

const failures = new WeakMap<object, number>();

/** Which of the statements of its batch the server refused with the error; the number of them where that was the commit. */
export function failedStatement(error: unknown): number | undefined {
  return typeof error === "object" && error !== null ? failures.get(error) : undefined;
}

const preparedBy = new WeakMap<Wire, Prepared>();

interface Sent {
  readonly text: string;
  readonly name: string | undefined;
  readonly rows: unknown[];
  readRow: ReadRow | undefined;
  command: string;
}

/**
 * In one write with a single Sync behind them, where the driver's own queries have one each that wakes us. Outside an
 * explicit transaction they are one: the Sync commits it, and nothing is stored when a statement failed.
 */
export class Batch extends pg.Query {
  callback: (error?: unknown) => void;
  readonly #statements: readonly Statement[];
  #prepared: Prepared = new Map();
  #sent: readonly Sent[] = [];
  #completed = 0;
  #unreadable: unknown;

  constructor(
    statements: readonly Statement[],
    settle: (error: unknown, outcomes: readonly Outcome[]) => void,
  ) {
    super("");
    this.#statements = statements;
    this.callback = (error) => settle(error ?? undefined, this.#sent);
  }

  /** Called by the driver. An error that is returned says that nothing was sent. */
  override readonly submit = (connection: Wire): Error | null => {
    this.#prepared = preparedBy.get(connection) ?? new Map<string, PreparedStatement>();
    preparedBy.set(connection, this.#prepared);
    const messages: Buffer[] = [];
    try {
      this.#sent = this.#statements.map((one) => write(one, this.#prepared, messages));
    } catch (error) {
      return new UnsentError(`A statement cannot be written: ${String(error)}`, { cause: error });
    }
    messages.push(serialize.sync());
    connection.stream.write(Buffer.concat(messages));
    return null;
  };

  handleRowDescription({ fields }: { readonly fields: readonly RowField[] }): void {
    const sent = this.#sent[this.#completed];
    if (sent !== undefined) sent.readRow = rowReader(fields);
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const sent = this.#sent[this.#completed];
    if (sent?.readRow === undefined || this.#unreadable !== undefined) return;
    try {
      sent.rows.push(sent.readRow(fields));
    } catch (error) {
      this.#unreadable = error;
    }
  }

  /** Only now is it certain that this connection has prepared the statement. */
  handleCommandComplete({ text }: { readonly text: string }): void {
    const sent = this.#sent[this.#completed];
    this.#completed += 1;
    if (sent === undefined) return;
    sent.command = text;
    const { text: sql, name, readRow } = sent;
    if (name !== undefined) this.#prepared.set(sql, { name, readRow });
  }

  handleError(error: unknown): void {
    if (typeof error === "object" && error !== null) failures.set(error, this.#completed);
    if (isPlanOutdated(error)) this.#prepared.clear();
    this.callback(error);
  }

  handleReadyForQuery(): void {
    const isWhole = this.#completed === this.#sent.length;
    this.callback(isWhole ? this.#unreadable : new RolledBackError("A statement had no result"));
  }
}

function write({ sql, parameters }: Statement, prepared: Prepared, messages: Buffer[]): Sent {
  const known = prepared.get(sql);
  const name = known?.name ?? newNameOf(sql, prepared);
  const named = name === undefined ? {} : { name };
  if (known === undefined) {
    // A batch that failed may have prepared it. To close a name that is not there is no error.
    messages.push(
      serialize.close({ type: "S", ...named }),
      serialize.parse({ text: sql, ...named }),
    );
  }
  const values = parameters.map(wireValue);
  messages.push(serialize.bind({ values, ...(name !== undefined && { statement: name }) }));
  if (known === undefined) messages.push(serialize.describe({ type: "P" }));
  messages.push(serialize.execute({}));
  return { text: sql, name, rows: [], readRow: known?.readRow, command: "" };
}

/** The server keeps each of them for as long as the connection lives: rare texts beyond the limit stay unnamed. */
function newNameOf(text: string, prepared: Prepared): string | undefined {
  const isFull = prepared.size >= databaseLimits.preparedStatementsMax;
  return isFull ? undefined : preparedNameOf(text);
}
