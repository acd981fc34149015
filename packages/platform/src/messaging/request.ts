import { headers, type Msg, type MsgHdrs } from "@nats-io/transport-node";
import {
  type FieldErrors,
  isProblemCode,
  jsonText,
  type Namespace,
  type ProblemCode,
  type RefusalCode,
  type ReplyData,
  type RequestDefinition,
  type RequestInput,
  requestSubject,
} from "@sanu/contracts";
import type { CommandContext } from "../event-store/events.ts";
import { messagingLimits } from "./limits.ts";
import type { PendingRequests } from "./pending-requests.ts";
import { requestHeaders, WireReply } from "./wire.ts";

export interface RequestRefusal<Code extends string = ProblemCode> {
  readonly code: Code;
  readonly params?: Readonly<Record<string, string>>;
  readonly fields?: FieldErrors;
}

/**
 * `unavailable` says nothing about what the service did: the client may repeat it under the same command id.
 * `no-responders`: nobody listens, or we are not connected. `overloaded`, `fault`: the service said so.
 */
export type RequestResult<Data, Code extends string = ProblemCode> =
  | { readonly kind: "replied"; readonly data: Data }
  | { readonly kind: "refused"; readonly refusal: RequestRefusal<Code> }
  | { readonly kind: "unavailable"; readonly cause: UnavailableCause };

export type UnavailableCause =
  | "no-responders"
  | "timeout"
  | "malformed-reply"
  | "overloaded"
  | "fault";

export interface RequestOptions {
  readonly context: CommandContext;
  readonly timeoutMs?: number;
  /** What proves a request of the staff. */
  readonly assertion?: string | undefined;
}

/** Never throws for anything the other side does or fails to do. */
export async function requestOver<Definition extends RequestDefinition>(
  wire: { readonly pending: PendingRequests; readonly namespace: Namespace },
  definition: Definition,
  input: RequestInput<Definition>,
  options: RequestOptions,
): Promise<RequestResult<ReplyData<Definition>, RefusalCode<Definition>>> {
  const { timeoutMs: wantedMs = messagingLimits.requestTimeoutMs, context, assertion } = options;
  const timeoutMs = Math.min(wantedMs, messagingLimits.requestTimeoutMs);
  // Less could not be said in the whole milliseconds of its header.
  if (timeoutMs < 1) return { kind: "unavailable", cause: "timeout" };
  const subject = requestSubject(wire.namespace, definition.service, definition.name);
  const headers = headersOf(context, timeoutMs);
  if (assertion !== undefined) headers.set(requestHeaders.assertion, assertion);
  const received = await wire.pending.send(subject, jsonText(input), { timeoutMs, headers });
  if (received.kind !== "message") return { kind: "unavailable", cause: received.kind };
  return readReply(definition, received.message);
}

function headersOf(context: CommandContext, timeoutMs: number): MsgHdrs {
  const made = headers();
  made.set(requestHeaders.deadlineMs, String(Math.floor(timeoutMs)));
  made.set(requestHeaders.correlationId, context.correlationId);
  made.set(requestHeaders.causationId, context.causationId);
  if (context.traceparent !== undefined) made.set(requestHeaders.traceparent, context.traceparent);
  return made;
}

function readReply<Definition extends RequestDefinition>(
  definition: Definition,
  message: Msg,
): RequestResult<ReplyData<Definition>, RefusalCode<Definition>> {
  const read = WireReply.safeParse(bodyOf(message));
  if (!read.success) return { kind: "unavailable", cause: "malformed-reply" };
  const reply = read.data;
  if (reply.kind === "unavailable") return reply;
  if (reply.kind === "replied") {
    const data = definition.reply.safeParse(reply.data);
    if (!data.success) return { kind: "unavailable", cause: "malformed-reply" };
    return { kind: "replied", data: data.data as ReplyData<Definition> };
  }
  const { code, params, fields } = reply.refusal;
  if (!isRefusalOf(definition, code)) return { kind: "unavailable", cause: "malformed-reply" };
  return {
    kind: "refused",
    refusal: { code, ...(params && { params }), ...(fields && { fields }) },
  };
}

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
  const isUnproven = definition.staff !== undefined && code === "forbidden";
  return isProblemCode(code) && (isUnproven || definition.refusals.includes(code));
}
