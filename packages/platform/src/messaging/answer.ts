import type { Msg, NatsConnection } from "@nats-io/transport-node";
import {
  askSubject,
  type FieldErrors,
  inboxRoot,
  jsonText,
  type Namespace,
  type RefusalCode,
  type ReplyInput,
  type RequestData,
  type RequestDefinition,
} from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { DeadlinePassedError } from "../event-store/deadline.ts";
import type { CommandContext } from "../event-store/events.ts";
import { GateClosedError } from "../event-store/gate.ts";
import { messagingLimits } from "./limits.ts";
import { type AskObserver, measured } from "./measured-asks.ts";
import type { TurnWrites } from "./turn-writes.ts";
import { askHeaders, type WireReply } from "./wire.ts";

/** What a handler knows of an ask besides its data. */
export interface AskContext extends CommandContext {
  /** Milliseconds that the asker still waits; at zero the work is worth nothing to it. */
  readonly remainingMs: () => number;
}

declare const refusalMark: unique symbol;

/** A handler's refusal: a code that the request's definition lists, what its message needs, broken fields. */
export interface HandlerRefusal<Code extends string> {
  readonly [refusalMark]?: never;
  readonly refusal: {
    readonly code: Code;
    readonly params?: Readonly<Record<string, string>>;
    readonly fields?: FieldErrors;
  };
}

const refusals = new WeakSet<object>();

/** Refuses with a problem code, the parameters of its message, and the fields that broke a rule. */
export function refuse<Code extends string>(
  code: Code,
  params?: Readonly<Record<string, string>>,
  fields?: FieldErrors,
): HandlerRefusal<Code> {
  const made = { refusal: { code, ...(params && { params }), ...(fields && { fields }) } };
  refusals.add(made);
  return made;
}

function isRefusal<Code extends string>(answer: object): answer is HandlerRefusal<Code> {
  return refusals.has(answer);
}

/** A request with its handler, types closed over. */
export interface Answerer {
  readonly definition: RequestDefinition;
  readonly answer: (body: unknown, context: AskContext) => Promise<WireReply>;
}

/** Binds a handler to a request. The body is parsed before the handler sees it. */
export function answers<Definition extends RequestDefinition>(
  definition: Definition,
  handle: (
    data: RequestData<Definition>,
    context: AskContext,
  ) => Promise<ReplyInput<Definition> | HandlerRefusal<RefusalCode<Definition>>>,
): Answerer {
  return {
    definition,
    async answer(body, context) {
      const parsed = definition.request.safeParse(body);
      if (!parsed.success) return { kind: "unavailable", cause: "fault" };
      const answer = await handle(parsed.data as RequestData<Definition>, context);
      if (typeof answer !== "object" || answer === null || !isRefusal(answer)) {
        return { kind: "answered", data: answer };
      }
      const { code, params, fields } = answer.refusal;
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

export interface AnswerOptions {
  readonly answerers: readonly Answerer[];
  /** Told about a handler that threw; the asker gets `unavailable`. */
  readonly onFault: (error: unknown, request: string, context: CommandContext) => void;
  /**
   * Asks worked on at once, `messagingLimits.concurrencyMax` unless given. Requests that mostly wait are
   * answered apart, with a limit of their own: they must not hold up what they wait for.
   */
  readonly concurrencyMax?: number;
}

/**
 * Answers requests of a service as a member of its queue group. Work whose deadline passed while it waited is
 * dropped unanswered. Returns what stops it: no new asks, and the ones under way are finished.
 */
export function answerOver(
  wire: {
    readonly connection: NatsConnection;
    readonly namespace: Namespace;
    readonly onAsk: AskObserver | undefined;
    readonly soon: TurnWrites["add"];
  },
  options: AnswerOptions,
): () => Promise<void> {
  const gate = createQueue(options.concurrencyMax ?? messagingLimits.concurrencyMax);
  const subscriptions = options.answerers.map((answerer) => {
    const { service, name } = answerer.definition;
    return wire.connection.subscribe(askSubject(wire.namespace, service, name), {
      queue: service,
      callback: (error, message) => {
        if (error !== null || !isAnswerable(message)) return;
        const deadlineAt = performance.now() + deadlineMsOf(message);
        const work = () => answerOne(answerer, message, deadlineAt, { ...options, ...wire });
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
 * The asker names where the answer goes, and the server does not look whether it may publish there: an answer to anything but
 * an inbox could be put into a stream in our name.
 */
function isAnswerable({ reply }: Msg): boolean {
  return reply?.startsWith(`${inboxRoot}.`) ?? false;
}

async function answerOne(
  answerer: Answerer,
  message: Msg,
  deadlineAt: number,
  options: Pick<AnswerOptions, "onFault"> & {
    readonly onAsk: AskObserver | undefined;
    readonly soon: TurnWrites["add"];
  },
): Promise<void> {
  const remainingMs = () => deadlineAt - performance.now();
  if (remainingMs() <= 0) return;
  const { definition } = answerer;
  const { onAsk, onFault } = options;
  const context = { ...contextOf(message), remainingMs };
  const reply = await measured({ side: "answered", definition, onAsk }, () =>
    replyOf(answerer, message, { context, onFault }),
  );
  respond(options, message, reply);
}

async function replyOf(
  answerer: Answerer,
  message: Msg,
  { context, onFault }: Pick<AnswerOptions, "onFault"> & { readonly context: AskContext },
): Promise<WireReply> {
  try {
    return await answerer.answer(message.json(), context);
  } catch (error) {
    if (error instanceof DeadlinePassedError) return { kind: "unavailable", cause: "too-late" };
    if (!(error instanceof GateClosedError)) onFault(error, answerer.definition.name, context);
    return { kind: "unavailable", cause: "fault" };
  }
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
  const given = Number(message.headers?.get(askHeaders.deadlineMs));
  return given > 0 && given <= messagingLimits.askTimeoutMs ? given : messagingLimits.askTimeoutMs;
}

function contextOf(message: Msg): CommandContext {
  const correlationId = message.headers?.get(askHeaders.correlationId) || newId();
  const causationId = message.headers?.get(askHeaders.causationId) || correlationId;
  const traceparent = message.headers?.get(askHeaders.traceparent);
  return { correlationId, causationId, ...(traceparent && { traceparent }) };
}

/** Runs so much at once, keeps some waiting, and turns the rest away. */
function createQueue(concurrencyMax: number) {
  let running = 0;
  const waiting: (() => Promise<void>)[] = [];
  const idlers: (() => void)[] = [];
  const start = (work: () => Promise<void>): void => {
    running += 1;
    void work().finally(() => {
      running -= 1;
      const next = waiting.shift();
      if (next !== undefined) return start(next);
      if (running === 0) for (const idler of idlers.splice(0)) idler();
      return undefined;
    });
  };
  return {
    run(work: () => Promise<void>): boolean {
      if (running < concurrencyMax) start(work);
      else if (waiting.length < messagingLimits.queueMax) waiting.push(work);
      else return false;
      return true;
    },
    idle: () =>
      running === 0 ? Promise.resolve() : new Promise<void>((resolve) => idlers.push(resolve)),
  };
}
