import type { RefusalCode, ReplyData, RequestDefinition, RequestInput } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import type { Messaging, RequestResult, UnavailableCause } from "@sanu/platform";
import { requestLimits } from "../limits.ts";
import { proveStaffAct, type ShownCredential } from "./prove-staff-act.ts";

/** What an HTTP request passes on to every service that works for it. */
export interface RequestScope {
  /** The request id; events carry it. */
  readonly correlationId: string;
  /** W3C trace context, where the client sent one or we trace. */
  readonly traceparent: string | undefined;
  /** Until when (of `performance.now()`) replies are waited for; the longest time from now when there is none. */
  readonly deadlineAt?: number;
  /** On routes of the staff alone. */
  readonly shown?: ShownCredential | undefined;
}

/** The service refused, or could not be reached. */
export type NoReply = Exclude<RequestResult<unknown>, { kind: "replied" }>;

type Reply<Definition> = Promise<RequestResult<ReplyData<Definition>, RefusalCode<Definition>>>;

/** Sends requests to services, all of them in the scope of one HTTP request. */
export interface ScopedClient {
  readonly request: <Definition extends RequestDefinition>(
    definition: Definition,
    input: RequestInput<Definition>,
  ) => Reply<Definition>;
  /** A request whose input names the command: it gets the id that both attempts and the events carry. */
  readonly command: <Definition extends RequestDefinition>(
    definition: Definition,
    input: Omit<RequestInput<Definition>, "commandId">,
    options?: CommandOptions<Definition>,
  ) => Reply<Definition>;
}

interface CommandOptions<Definition> {
  /** A refusal that means "not yet": the command is repeated until another reply comes or the deadline. */
  readonly repeatOn?: RefusalCode<Definition>;
}

export type RequestClient = (scope: RequestScope) => ScopedClient;

/**
 * Every request is sent at most twice within its deadline, both times under the same command id: a service that had
 * done the work and lost the reply recognises it. A service that says it has too much to do gets no
 * second one.
 */
export function createRequestClient(request: Messaging["request"]): RequestClient {
  return (scope) => ({
    request: (definition, input) => sendTwice(request, definition, input, startOf(scope)),
    command: (definition, input, options) =>
      sendCommand(request, definition, input, { ...startOf(scope), ...options }),
  });
}

/** What is fixed when a request starts: its name, and when it is over. */
interface Started extends RequestScope {
  readonly commandId: string;
  readonly deadlineAt: number;
}

function startOf(scope: RequestScope): Started {
  const { deadlineAt = performance.now() + requestLimits.totalMs } = scope;
  return { ...scope, deadlineAt, commandId: newId() };
}

async function sendTwice<Definition extends RequestDefinition>(
  request: Messaging["request"],
  definition: Definition,
  input: RequestInput<Definition>,
  { correlationId, traceparent, commandId, deadlineAt, shown }: Started,
): Reply<Definition> {
  const leftMs = () => Math.min(requestLimits.attemptMs, deadlineAt - performance.now());
  const context = {
    correlationId,
    causationId: commandId,
    ...(traceparent === undefined ? {} : { traceparent }),
  };
  const attempt = async (): Reply<Definition> => {
    const options = { context, timeoutMs: leftMs() };
    const proven = await proveStaffAct(request, definition, { input, shown, options });
    if (proven.kind !== "proven") return proven as Awaited<Reply<Definition>>;
    const { assertion } = proven;
    return request(definition, input, { context, timeoutMs: leftMs(), assertion });
  };
  const first = await attempt();
  if (first.kind !== "unavailable" || !mayRepeat(definition, first.cause)) return first;
  await pause();
  return leftMs() < requestLimits.usefulMsMin ? first : attempt();
}

/** Work that may be under way, and costs as much again, is not begun a second time: under a flood that would double it. */
function mayRepeat({ isCostly }: RequestDefinition, cause: UnavailableCause): boolean {
  return isCostly === true ? cause === "no-responders" : cause !== "overloaded";
}

async function sendCommand<Definition extends RequestDefinition>(
  request: Messaging["request"],
  definition: Definition,
  input: Omit<RequestInput<Definition>, "commandId">,
  { repeatOn, ...started }: Started & CommandOptions<Definition>,
): Reply<Definition> {
  const { commandId, deadlineAt } = started;
  const named = { ...input, commandId } as RequestInput<Definition>;
  for (;;) {
    const result = await sendTwice(request, definition, named, started);
    const isOver = performance.now() + requestLimits.retryPauseMs >= deadlineAt;
    if (result.kind !== "refused" || result.refusal.code !== repeatOn || isOver) return result;
    await pause();
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, requestLimits.retryPauseMs));
}
