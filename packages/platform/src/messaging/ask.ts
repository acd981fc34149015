import { headers, type Msg, type MsgHdrs } from "@nats-io/transport-node";
import {
  askSubject,
  type FieldErrors,
  isProblemCode,
  jsonText,
  type Namespace,
  type ProblemCode,
  type RefusalCode,
  type ReplyData,
  type RequestDefinition,
  type RequestInput,
} from "@sanu/contracts";
import type { CommandContext } from "../event-store/events.ts";
import { messagingLimits } from "./limits.ts";
import type { PendingAsks } from "./pending-asks.ts";
import { askHeaders, WireReply } from "./wire.ts";

/** A typed refusal as the asker sees it. */
export interface AskRefusal<Code extends string = ProblemCode> {
  readonly code: Code;
  readonly params?: Readonly<Record<string, string>>;
  readonly fields?: FieldErrors;
}

/**
 * What became of an ask. `unavailable` says nothing about what the service did: the asker may ask again
 * under the same command id. `no-service`: nobody listens, or we are not connected or not any more. `too-late`:
 * no answer within the time. `broken-answer`: an answer nobody can read. `overloaded`, `fault`: the service said so.
 */
export type AskResult<Data, Code extends string = ProblemCode> =
  | { readonly kind: "answered"; readonly data: Data }
  | { readonly kind: "refused"; readonly refusal: AskRefusal<Code> }
  | { readonly kind: "unavailable"; readonly cause: UnavailableCause };

export type UnavailableCause = "no-service" | "too-late" | "broken-answer" | "overloaded" | "fault";

export interface AskOptions {
  readonly context: CommandContext;
  /** How long the answer is worth waiting for. */
  readonly timeoutMs?: number;
}

/** Asks a service and waits for its answer. Never throws for anything the other side does or fails to do. */
export async function askOver<Definition extends RequestDefinition>(
  wire: { readonly asks: PendingAsks; readonly namespace: Namespace },
  definition: Definition,
  input: RequestInput<Definition>,
  options: AskOptions,
): Promise<AskResult<ReplyData<Definition>, RefusalCode<Definition>>> {
  const { timeoutMs: wantedMs = messagingLimits.askTimeoutMs, context } = options;
  const timeoutMs = Math.min(wantedMs, messagingLimits.askTimeoutMs);
  // Less could not be said in the whole milliseconds of its header.
  if (timeoutMs < 1) return { kind: "unavailable", cause: "too-late" };
  const subject = askSubject(wire.namespace, definition.service, definition.name);
  const headers = headersOf(context, timeoutMs);
  const echo = await wire.asks.send(subject, jsonText(input), { timeoutMs, headers });
  if (echo.kind !== "message") return { kind: "unavailable", cause: echo.kind };
  return readReply(definition, echo.message);
}

function headersOf(context: CommandContext, timeoutMs: number): MsgHdrs {
  const made = headers();
  made.set(askHeaders.deadlineMs, String(Math.floor(timeoutMs)));
  made.set(askHeaders.correlationId, context.correlationId);
  made.set(askHeaders.causationId, context.causationId);
  if (context.traceparent !== undefined) made.set(askHeaders.traceparent, context.traceparent);
  return made;
}

function readReply<Definition extends RequestDefinition>(
  definition: Definition,
  message: Msg,
): AskResult<ReplyData<Definition>, RefusalCode<Definition>> {
  const read = WireReply.safeParse(bodyOf(message));
  if (!read.success) return { kind: "unavailable", cause: "broken-answer" };
  const reply = read.data;
  if (reply.kind === "unavailable") return reply;
  if (reply.kind === "answered") {
    const data = definition.reply.safeParse(reply.data);
    if (!data.success) return { kind: "unavailable", cause: "broken-answer" };
    return { kind: "answered", data: data.data as ReplyData<Definition> };
  }
  const { code, params, fields } = reply.refusal;
  if (!isRefusalOf(definition, code)) return { kind: "unavailable", cause: "broken-answer" };
  return {
    kind: "refused",
    refusal: { code, ...(params && { params }), ...(fields && { fields }) },
  };
}

/** `undefined` where the bytes are no JSON. */
function bodyOf(message: Msg): unknown {
  try {
    return message.json();
  } catch {
    return undefined;
  }
}

function isRefusalOf<Definition extends RequestDefinition>(
  definition: Definition,
  code: string,
): code is RefusalCode<Definition> & ProblemCode {
  return isProblemCode(code) && definition.refusals.includes(code);
}
