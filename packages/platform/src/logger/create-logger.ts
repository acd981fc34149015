import { type DestinationStream, type Logger as PinoLogger, pino } from "pino";
import { HIDDEN } from "../config/secret.ts";
import type { LogLevel } from "../config/settings.ts";
import { traceIdOf } from "../tracing/trace-context.ts";
import { openGatheredOutput } from "./gathered-output.ts";
import { createRepeatLimit } from "./limit-repeats.ts";
import { hiddenFields, redacted, scrubbed } from "./redaction.ts";
import { errorFields, replyFields, requestFields } from "./serializers.ts";

/** One JSON line per message; `logger.child(logFields({ correlationId, transactionId }))` adds the standard fields. */
export type Logger = PinoLogger;

/** To standard output unless given a destination. Warnings and errors that repeat are counted (`repeatLimits`). */
export function createLogger(options: {
  readonly service: string;
  readonly level: LogLevel;
  readonly destination?: DestinationStream;
  /** Called with the level of every line, also of one that is left out. */
  readonly onLine?: (level: string) => void;
}): Logger {
  const { onLine } = options;
  const limitRepeats = createRepeatLimit();
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
      hooks: {
        streamWrite: scrubbed,
        logMethod(args, method, level) {
          onLine?.(pino.levels.labels[level] ?? "other");
          const passed = limitRepeats(level, args);
          if (passed !== undefined) method.apply(this, passed);
        },
      },
    },
    options.destination ?? openGatheredOutput(1),
  );
}

export function logFields(fields: {
  readonly correlationId?: string | undefined;
  readonly transactionId?: string | undefined;
  /** Of it stands the trace's id. */
  readonly traceparent?: string | null | undefined;
}): Record<string, string> {
  const { correlationId, transactionId } = fields;
  const traceId = traceIdOf(fields.traceparent);
  return {
    ...(correlationId === undefined ? {} : { correlationId }),
    ...(transactionId === undefined ? {} : { transactionId }),
    ...(traceId === undefined ? {} : { traceId }),
  };
}
