import type { RefusalCode, ReplyData, RequestDefinition, RequestInput } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import type { Messaging, RequestResult } from "@sanu/platform";
import { requestLimits } from "../limits.ts";

/** What an HTTP request passes on to every service it makes work. */
export interface Call {
  /** The request id; events carry it. */
  readonly correlationId: string;
  /** W3C trace context, where the client sent one. */
  readonly traceparent: string | undefined;
  /** Until when (of `performance.now()`) anybody is asked; the longest time from now when there is none. */
  readonly deadlineAt?: number;
}

/** A result that is no answer: the service refused, or could not be reached. */
export type NoAnswer = Exclude<RequestResult<unknown>, { kind: "replied" }>;

/** Asks a service. `commandId` is made when the caller has none. */
export type RequestClient = <Definition extends RequestDefinition>(
  definition: Definition,
  input: RequestInput<Definition>,
  call: Call & { readonly commandId?: string },
) => Promise<RequestResult<ReplyData<Definition>, RefusalCode<Definition>>>;

/**
 * Asks at most twice within one deadline, both times under the same command id: a service that had done the
 * work and lost the answer recognises it (architecture 2.9). A service that says it has too much to do is not
 * asked again.
 */
export function createRequestClient(request: Messaging["request"]): RequestClient {
  return async (definition, input, call) => {
    const { correlationId, traceparent, commandId = newId() } = call;
    const { deadlineAt = performance.now() + requestLimits.totalMs } = call;
    const leftMs = () => Math.min(requestLimits.attemptMs, deadlineAt - performance.now());
    const context = {
      correlationId,
      causationId: commandId,
      ...(traceparent === undefined ? {} : { traceparent }),
    };
    const first = await request(definition, input, { context, timeoutMs: leftMs() });
    if (first.kind !== "unavailable" || first.cause === "overloaded") return first;
    await new Promise((resolve) => setTimeout(resolve, requestLimits.retryPauseMs));
    const timeoutMs = leftMs();
    return timeoutMs < requestLimits.usefulMsMin
      ? first
      : request(definition, input, { context, timeoutMs });
  };
}
