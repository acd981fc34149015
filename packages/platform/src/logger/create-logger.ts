import { type DestinationStream, type Logger as PinoLogger, pino } from "pino";
import { HIDDEN } from "../config/secret.ts";
import type { LogLevel } from "../config/settings.ts";
import { hiddenFields, redacted, scrubbed } from "./redaction.ts";
import { errorFields, replyFields, requestFields } from "./serializers.ts";

/**
 * One JSON line per message. `logger.child(logFields({correlationId, transactionId}))` adds the standard fields.
 */
export type Logger = PinoLogger;

/** A logger of a service; writes to standard output unless given a destination. */
export function createLogger(options: {
  readonly service: string;
  readonly level: LogLevel;
  readonly destination?: DestinationStream;
}): Logger {
  return pino(
    {
      level: options.level,
      base: { service: options.service },
      timestamp: pino.stdTimeFunctions.isoTime,
      messageKey: "message",
      errorKey: "error",
      serializers: {
        error: errorFields,
        err: errorFields,
        req: requestFields,
        res: replyFields,
      },
      formatters: { level: (label) => ({ level: label }), log: redacted },
      // Fields of a child logger pass no formatter, but they pass this list.
      redact: { paths: [...hiddenFields], censor: HIDDEN },
      hooks: { streamWrite: scrubbed },
    },
    options.destination ?? pino.destination({ dest: 1, sync: false, minLength: 0 }),
  );
}

/** The fields that every line about one request or transaction carries. */
export function logFields(fields: {
  readonly correlationId?: string | undefined;
  readonly transactionId?: string | undefined;
}): Record<string, string> {
  const { correlationId, transactionId } = fields;
  return {
    ...(correlationId === undefined ? {} : { correlationId }),
    ...(transactionId === undefined ? {} : { transactionId }),
  };
}
