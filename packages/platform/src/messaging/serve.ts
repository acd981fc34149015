import type { Msg, NatsConnection } from "@nats-io/transport-node";
import {
  type FieldErrors,
  inboxRoot,
  jsonText,
  type Namespace,
  type RefusalCode,
  type ReplyInput,
  type RequestData,
  type RequestDefinition,
  requestSubject,
} from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { ClockUncertainError } from "../clock/database-clock.ts";
import { DeadlinePassedError } from "../event-store/deadline.ts";
import type { CommandContext } from "../event-store/events.ts";
import { GateClosedError, type ServiceGate } from "../event-store/gate.ts";
import type { StaffGate } from "../staff/staff-gate.ts";
import type { Tracer } from "../tracing/tracer.ts";
import { createQueue, type QueueCounts } from "./concurrency-queue.ts";
import { assertGuarded, handleProven } from "./handle-proven.ts";
import { messagingLimits } from "./limits.ts";
import { measured, type RequestObserver } from "./measured-requests.ts";
import type { RequestContext, RequestHandler } from "./request-handler.ts";
import { inRequestSpan } from "./request-spans.ts";
import type { TurnWrites } from "./turn-writes.ts";
import { requestHeaders, type WireReply } from "./wire.ts";

declare const refusalMark: unique symbol;

export interface HandlerRefusal<Code extends string> {
  readonly [refusalMark]?: never;
  readonly refusal: {
    readonly code: Code;
    readonly params?: Readonly<Record<string, string>>;
    readonly fields?: FieldErrors;
  };
}

const refusals = new WeakSet<object>();

export function refuse<Code extends string>(
  code: Code,
  params?: Readonly<Record<string, string>>,
  fields?: FieldErrors,
): HandlerRefusal<Code> {
  const made = { refusal: { code, ...(params && { params }), ...(fields && { fields }) } };
  refusals.add(made);
  return made;
}

function isRefusal<Code extends string>(reply: object): reply is HandlerRefusal<Code> {
  return refusals.has(reply);
}

/** The body is parsed before the handler sees it. */
export function handleRequest<Definition extends RequestDefinition>(
  definition: Definition,
  handle: (
    data: RequestData<Definition>,
    context: RequestContext,
  ) => Promise<ReplyInput<Definition> | HandlerRefusal<RefusalCode<Definition>>>,
): RequestHandler {
  return {
    definition,
    async handle(body, context) {
      const parsed = definition.request.safeParse(body);
      if (!parsed.success) return { kind: "unavailable", cause: "fault" };
      const reply = await handle(parsed.data as RequestData<Definition>, context);
      if (typeof reply !== "object" || reply === null || !isRefusal(reply)) {
        return { kind: "replied", data: reply };
      }
      const { code, params, fields } = reply.refusal;
      return {
        kind: "refused",
        refusal: { code, ...(params && { params }), ...(fields && { fields: mutable(fields) }) },
      };
    },
  };
}

function mutable(fields: FieldErrors) {
  return Object.fromEntries(Object.entries(fields).map(([field, rules]) => [field, [...rules]]));
}

export function servedClosed(handler: RequestHandler): RequestHandler {
  return { ...handler, isServedClosed: true };
}

export interface ServeOptions {
  readonly handlers: readonly RequestHandler[];
  /** While it is closed nothing is answered: what the database holds may be the past. */
  readonly gate?: Pick<ServiceGate, "isOpen">;
  /** Stands in front of what only the staff sends; without it no such request can be served. */
  readonly staffGate?: StaffGate;
  /** Told about a handler that threw; the client gets `unavailable`. */
  readonly onFault: (error: unknown, request: string, context: CommandContext) => void;
  /**
   * `messagingLimits.concurrencyMax` unless given. Requests that mostly wait have a limit of their own: they must not
   * hold up what they wait for.
   */
  readonly concurrencyMax?: number;
  /** Is given what says how many are under way, and how many wait. */
  readonly onQueue?: (counts: () => QueueCounts) => void;
}

/**
 * Work whose deadline passed while it waited is dropped without a reply.
 * Returns what stops it: no new requests, and the ones under way are finished.
 */
export function serveOver(
  wire: {
    readonly connection: NatsConnection;
    readonly namespace: Namespace;
    readonly onRequest: RequestObserver | undefined;
    readonly tracer: Tracer | undefined;
    readonly soon: TurnWrites["add"];
  },
  options: ServeOptions,
): () => Promise<void> {
  const gate = createQueue(options.concurrencyMax ?? messagingLimits.concurrencyMax);
  options.onQueue?.(gate.counts);
  const subscriptions = options.handlers.map((handler) => {
    const { service, name } = handler.definition;
    assertGuarded(handler.definition, options.staffGate);
    return wire.connection.subscribe(requestSubject(wire.namespace, service, name), {
      queue: service,
      callback: (error, message) => {
        if (error !== null || !hasReplySubject(message)) return;
        const arrivedAt = performance.now();
        const work = () => serveOne(handler, message, arrivedAt, { ...options, ...wire });
        if (gate.run(work)) return;
        respond(wire, message, { kind: "unavailable", cause: "overloaded" });
      },
    });
  });
  let stopping: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    const open = subscriptions.filter((subscription) => !subscription.isClosed());
    await Promise.all(open.map((subscription) => subscription.drain()));
    await gate.idle();
  };
  return () => {
    stopping ??= stop();
    return stopping;
  };
}

/**
 * The server does not look whether the client may publish where it wants the reply: anything but an inbox could be a
 * stream, which would get it in our name.
 */
function hasReplySubject({ reply }: Msg): boolean {
  return reply?.startsWith(`${inboxRoot}.`) ?? false;
}

async function serveOne(
  handler: RequestHandler,
  message: Msg,
  arrivedAt: number,
  options: Pick<ServeOptions, "onFault" | "gate" | "staffGate"> & {
    readonly onRequest: RequestObserver | undefined;
    readonly tracer: Tracer | undefined;
    readonly soon: TurnWrites["add"];
  },
): Promise<void> {
  const deadlineAt = arrivedAt + deadlineMsOf(message);
  const remainingMs = () => deadlineAt - performance.now();
  if (remainingMs() <= 0) return;
  const { definition } = handler;
  const { onRequest, tracer } = options;
  const given: RequestContext = { ...contextOf(message), remainingMs };
  const about = { side: "server", definition, tracer } as const;
  const waitedMs = performance.now() - arrivedAt;
  const reply = await inRequestSpan({ ...about, waitedMs }, given, (context) =>
    measured({ ...about, onRequest, context }, () =>
      replyOf(handler, message, { ...options, context }),
    ),
  );
  respond(options, message, reply);
}

async function replyOf(
  handler: RequestHandler,
  message: Msg,
  options: Pick<ServeOptions, "onFault" | "gate" | "staffGate"> & {
    readonly context: RequestContext;
  },
): Promise<WireReply> {
  const { context, onFault, gate } = options;
  const mayAnswer = () => handler.isServedClosed === true || gate?.isOpen() !== false;
  try {
    if (!mayAnswer()) return { kind: "unavailable", cause: "fault" };
    const assertion = message.headers?.get(requestHeaders.assertion) || undefined;
    const received = { payload: message.data, body: message.json<unknown>(), assertion };
    const reply = await handleProven(handler, received, options);
    // It may have closed meanwhile, and what was read be the past. A command's effect stands all the same.
    return mayAnswer() ? reply : { kind: "unavailable", cause: "fault" };
  } catch (error) {
    if (error instanceof DeadlinePassedError) return { kind: "unavailable", cause: "timeout" };
    if (!isPassing(error)) onFault(error, handler.definition.name, context);
    return { kind: "unavailable", cause: "fault" };
  }
}

function isPassing(error: unknown): boolean {
  return error instanceof GateClosedError || error instanceof ClockUncertainError;
}

function respond(
  { soon }: { readonly soon: TurnWrites["add"] },
  message: Msg,
  reply: WireReply,
): void {
  const bytes = Buffer.from(jsonText(reply));
  const fits = bytes.length <= messagingLimits.payloadBytesMax;
  const payload = fits ? bytes : jsonText({ kind: "unavailable", cause: "fault" });
  soon(() => message.respond(payload));
}

function deadlineMsOf(message: Msg): number {
  const given = Number(message.headers?.get(requestHeaders.deadlineMs));
  return given > 0 && given <= messagingLimits.requestTimeoutMs
    ? given
    : messagingLimits.requestTimeoutMs;
}

function contextOf(message: Msg): CommandContext {
  const correlationId = message.headers?.get(requestHeaders.correlationId) || newId();
  const causationId = message.headers?.get(requestHeaders.causationId) || correlationId;
  const traceparent = message.headers?.get(requestHeaders.traceparent);
  return { correlationId, causationId, ...(traceparent && { traceparent }) };
}
