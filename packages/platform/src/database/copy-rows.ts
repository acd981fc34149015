import pg from "pg";
import { serialize } from "pg-protocol";
import type { Connections } from "./connections.ts";
import { wireValue } from "./values.ts";

interface Wire {
  readonly stream: { readonly write: (bytes: Buffer) => boolean };
}

class CopyIn extends pg.Query {
  callback: (error?: unknown) => void;
  readonly #text: string;
  readonly #bytes: Buffer;

  constructor(text: string, bytes: Buffer, settle: (error: unknown) => void) {
    super("");
    this.#text = text;
    this.#bytes = bytes;
    this.callback = settle;
  }

  /** The rows wait for no answer, which a busy process would read late; a server that refuses the statement ignores them. */
  override readonly submit = (connection: Wire): Error | null => {
    const begin = serialize.query(this.#text);
    const rows = serialize.copyData(this.#bytes);
    connection.stream.write(Buffer.concat([begin, rows, serialize.copyDone()]));
    return null;
  };

  handleCopyInResponse(): void {}

  handleCommandComplete(): void {}

  handleError(error: unknown): void {
    this.callback(error);
  }

  handleReadyForQuery(): void {
    this.callback();
  }
}

/** Rows in the text format of `copy`, for `copyLines`. */
export function encodeRows(rows: readonly object[], columns: readonly string[]): Buffer {
  let text = "";
  for (const row of rows) text += copyLineOf(row, columns);
  return Buffer.from(text);
}

/** Loads encoded rows in a transaction of their own. Throws the server's error. */
export async function copyLines(
  connections: Connections,
  into: { readonly table: string; readonly columns: readonly string[] },
  bytes: Buffer,
): Promise<void> {
  const text = `copy ${into.table} (${into.columns.join(", ")}) from stdin`;
  const client = await connections.acquire();
  try {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const settle = (error: unknown) => (error === undefined ? resolve() : reject(error));
    client.query(new CopyIn(text, bytes, settle));
    await promise;
    connections.release(client);
  } catch (error) {
    connections.release(client, error);
    throw error;
  }
}

/** A row as COPY reads it, with the end of its line. */
export function copyLineOf(row: object, columns: readonly string[]): string {
  const values = row as Readonly<Record<string, unknown>>;
  let line = "";
  // By number: this runs for every row of a rebuild.
  for (let index = 0; index < columns.length; index += 1) {
    const column = columns[index];
    if (index > 0) line += "\t";
    if (column !== undefined) line += fieldOf(values[column]);
  }
  return `${line}\n`;
}

const special = /[\\\t\n\r]/g;
const escapes = new Map([
  ["\\", "\\\\"],
  ["\t", "\\t"],
  ["\n", "\\n"],
  ["\r", "\\r"],
]);

function fieldOf(value: unknown): string {
  // Amounts and numbers, which are most of a row, need no second look.
  if (typeof value === "bigint" || typeof value === "number") return String(value);
  const written = wireValue(value);
  if (written === null) return "\\N";
  const text = typeof written === "string" ? written : `\\x${written.toString("hex")}`;
  return text.search(special) === -1
    ? text
    : text.replaceAll(special, (letter) => escapes.get(letter) ?? letter);
}
