import type { ServiceGate } from "../event-store/gate.ts";
import type { Logger } from "../logger/create-logger.ts";
import type { Cursor, CursorResult } from "./cursor.ts";

/**
 * A stream that knows more than the log closes the service: no commands, no attempts, not ready.
 * A missing stream does not: Postgres is the log.
 */
export interface Judge {
  readonly judge: (result: CursorResult) => Cursor | undefined;
  /** The database may not be the one it was. */
  readonly suspend: () => void;
}

const suspendedReason = "the database was away; the log and the stream are compared first";

/** Logs only what changes. `judge` returns the place to go on from. */
export function createJudge(gate: ServiceGate, logger: Logger): Judge {
  let closedFor: string | undefined;
  const suspend = (): void => {
    if (closedFor !== undefined) return;
    logger.warn(suspendedReason);
    closedFor = suspendedReason;
    gate.close(suspendedReason);
  };
  const judge = (result: CursorResult): Cursor | undefined => {
    if (result.kind === "unknown-fact") {
      if (closedFor !== result.reason)
        logger.fatal({ alarm: "stream-ahead-of-log" }, result.reason);
      closedFor = result.reason;
      gate.close(result.reason);
      return undefined;
    }
    if (closedFor !== undefined) {
      logger.warn("the log and the stream agree again; the service takes commands");
      closedFor = undefined;
      gate.open();
    }
    return result.kind === "found" ? result.cursor : undefined;
  };
  return { judge, suspend };
}
