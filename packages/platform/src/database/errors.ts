interface PostgresError {
  readonly code: string;
  readonly constraint?: string;
  readonly table?: string;
  readonly column?: string;
}

function isPostgresError(error: unknown): error is PostgresError {
  return (
    typeof error === "object" && error !== null && "code" in error && typeof error.code === "string"
  );
}

/** A server that is there and has no room: on its disk, in its memory, for a connection. */
const fullCodes = ["53100", "53200", "53300"];

/** Codes with which Postgres or the socket says "not now": shutdown, start-up, lost or refused connection. */
const awayCodes = new Set([
  "57P01",
  "57P02",
  "57P03",
  ...fullCodes,
  // Read-only: what answers is a standby that has yet to take over.
  "25006",
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
]);
const awayMessages =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|connection error and is not queryable|Client was closed|Cannot use a pool after calling end/;

/** What the pool says. */
const noneFreeText = "timeout exceeded when trying to connect";
const noAnswerText = "due to connection timeout";

/** Nothing is wrong with what was asked: later, or elsewhere, it may be answered. What was sent may be stored all the same. */
export function isDatabaseAway(error: unknown): boolean {
  if (isPostgresError(error) && (awayCodes.has(error.code) || error.code.startsWith("08"))) {
    return true;
  }
  return error instanceof Error && awayMessages.test(error.message);
}

/** The server went away or stopped answering, as against having no connection free: another may answer next. */
export function isServerLost(error: unknown): boolean {
  if (!isDatabaseAway(error) || (isPostgresError(error) && fullCodes.includes(error.code))) {
    return false;
  }
  return !(error instanceof Error && error.message.includes(noneFreeText));
}

/** No connection was there in time, new or free; nothing was sent. */
export function isConnectedTooLate(error: unknown): boolean {
  const isTooLate = (text: string) => text.includes(noneFreeText) || text.includes(noAnswerText);
  return error instanceof Error && isTooLate(error.message);
}

/** The server refused one statement and goes on with the session: the connection can be used again. */
export function isRefusedStatement(error: unknown): boolean {
  return isPostgresError(error) && "severity" in error && error.severity === "ERROR";
}

/** The name of the unique or check constraint that refused a write; `undefined` for every other error. */
export function brokenConstraint(error: unknown): string | undefined {
  if (!isPostgresError(error)) return undefined;
  return error.code === "23505" || error.code === "23514" ? error.constraint : undefined;
}

/** The name of the constraint by which a row names another one that is not there; `undefined` for every other error. */
export function missingReference(error: unknown): string | undefined {
  return isPostgresError(error) && error.code === "23503" ? error.constraint : undefined;
}

/** The column, as `table.column`, that a write left empty and may not; `undefined` for every other error. */
export function emptyColumn(error: unknown): string | undefined {
  return isPostgresError(error) && error.code === "23502"
    ? `${error.table}.${error.column}`
    : undefined;
}

export function isMissingTable(error: unknown): boolean {
  return isPostgresError(error) && error.code === "42P01";
}

/** Postgres undid it because of another transaction (serialization, deadlock): the same may go through when it is tried again. */
export function isTransientClash(error: unknown): boolean {
  return isPostgresError(error) && (error.code === "40001" || error.code === "40P01");
}

/** The table has another shape than when the connection prepared the statement, which has to be prepared anew. */
export function isPlanOutdated(error: unknown): boolean {
  return isPostgresError(error) && error.code === "0A000";
}

/** Somebody else holds what a transaction wanted to lock, and did not let go in time. */
export function isLockTimeout(error: unknown): boolean {
  return isPostgresError(error) && error.code === "55P03";
}

/** One of the statements cannot be written down, so none was sent. */
export class UnsentError extends TypeError {
  override readonly name = "UnsentError";
}

/** Classes and codes with which Postgres refuses a statement and keeps the session; the words beside them may be in any language. */
const refusalCodes = /^(?:0A|21|22|23|40(?!003)|42|44|55|P0)|^25000$|^57014$/;

/** Whether the server is known to have stored nothing of what the statement was sent with. */
export function isNothingStored(error: unknown): boolean {
  return (isPostgresError(error) && refusalCodes.test(error.code)) || error instanceof UnsentError;
}

export class NoneFreeError extends Error {
  override readonly name = "NoneFreeError";
  constructor() {
    super(noneFreeText);
  }
}

/** The commit was answered otherwise than by COMMIT; nothing of the transaction was stored. */
export class RolledBackError extends Error {
  override readonly name = "RolledBackError";
}
