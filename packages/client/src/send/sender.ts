import { SanuUnknownOutcome } from "../errors/sanu-unknown-outcome.ts";
import { clientLimits } from "../limits.ts";
import type { LoginId, Session } from "../session/session.ts";
import type { Answer, Call } from "./call.ts";
import { pauseBeforeNextTry } from "./next-try.ts";
import { errorOf, mayHaveActed } from "./outcome.ts";
import { pause, startPatience } from "./patience.ts";
import { type Tried, tryOnce } from "./try-once.ts";

/** What happened to one try, for a log; it holds no credential and nothing of a person. */
export interface TryReport {
  readonly operation: string;
  readonly requestId: string;
  readonly tries: number;
  /** `undefined` where no answer came. */
  readonly status: number | undefined;
  readonly tookMs: number;
}

/** How a client reaches the API and shows who it is. */
export interface Sender {
  readonly fetch: typeof fetch;
  readonly session: Session;
  /** In the place of a session: a key, or outside production a user id. */
  readonly credential: Readonly<Record<string, string>> | undefined;
  readonly onTry: ((report: TryReport) => void) | undefined;
}

/**
 * Makes a call with as many tries as are safe, all of them as who began it: where he is logged in no more they show no token, and
 * the API refuses them. `begunBy`: who began what the call is a part of. Throws one of the three errors.
 */
export async function send(
  call: Call,
  sender: Sender,
  begunBy: Promise<LoginId> = sender.session.loginId(),
): Promise<Answer<unknown>> {
  const loginId = await begunBy;
  const endMs = performance.now() + clientLimits.callMs;
  let mayHaveDone = false;
  for (let tries = 1; ; tries += 1) {
    const leftMs = (): number => endMs - performance.now();
    const tried = await tryAsOneself(call, sender, { tries, leftMs, loginId });
    if (tried.kind === "answered") return answerOf(call, tried);
    mayHaveDone ||= mayHaveActed(call, tried);
    const so = { tries, leftMs: leftMs(), chance: Math.random() };
    const pauseMs = call.signal?.aborted ? undefined : pauseBeforeNextTry(call, tried, so);
    if (pauseMs === undefined) throw errorOf(call, tried, mayHaveDone);
    await pause(pauseMs, call.signal).catch((cause: unknown) => {
      throw mayHaveDone ? new SanuUnknownOutcome(call, cause) : cause;
    });
  }
}

interface Turn {
  readonly tries: number;
  readonly leftMs: () => number;
  readonly loginId: LoginId;
}

/** With a token that is renewed once where the API knows it no more. */
async function tryAsOneself(call: Call, sender: Sender, turn: Turn): Promise<Tried> {
  const shown = await showCredential(call, sender, turn.loginId);
  const tried = await tryInTime(call, sender, { ...turn, headers: shown.headers });
  if (!isTokenRefused(tried) || shown.token === undefined) return tried;
  if (!(await sender.session.replace(shown.token, turn.loginId))) return tried;
  const { headers } = await showCredential(call, sender, turn.loginId);
  return tryInTime(call, sender, { ...turn, headers });
}

async function tryInTime(
  call: Call,
  sender: Sender,
  {
    tries,
    leftMs,
    headers,
  }: Omit<Turn, "loginId"> & { readonly headers: Readonly<Record<string, string>> },
): Promise<Tried> {
  const startedMs = performance.now();
  const patience = startPatience(Math.min(clientLimits.tryMs, leftMs()), call.signal);
  const tried = await tryOnce(call, { fetch: sender.fetch, headers, signal: patience.signal });
  patience.end();
  await keepDevice(tried, sender.session);
  sender.onTry?.({
    operation: call.operation,
    requestId: call.requestId,
    tries,
    status: statusOf(tried),
    tookMs: performance.now() - startedMs,
  });
  return tried;
}

/** The headers that say who calls, and the session's token where it is one: of who began the call, never of who came after. */
export async function showCredential(
  call: Pick<Call, "isOpen">,
  { session, credential }: Pick<Sender, "session" | "credential">,
  loginId: LoginId,
): Promise<{
  readonly headers: Readonly<Record<string, string>>;
  readonly token: string | undefined;
}> {
  if (call.isOpen) {
    const device = await session.device();
    const headers = device === undefined ? {} : { "sanu-device": device };
    return { headers, token: undefined };
  }
  const token = credential === undefined ? await session.token(loginId) : undefined;
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return { headers: credential ?? headers, token };
}

export function isTokenRefused(tried: Tried): boolean {
  return tried.kind === "refused" && tried.problem.code === "unauthenticated";
}

async function keepDevice(tried: Tried, session: Session): Promise<void> {
  const device = tried.kind === "answered" ? tried.response.headers.get("sanu-device") : null;
  if (device !== null) await session.keepDevice(device);
}

function statusOf(tried: Tried): number | undefined {
  if (tried.kind === "answered") return tried.response.status;
  return tried.kind === "refused" ? tried.problem.status : undefined;
}

function answerOf(
  { requestId, idempotencyKey }: Call,
  { response: { status, headers }, body }: Extract<Tried, { readonly kind: "answered" }>,
): Answer<unknown> {
  return {
    body,
    status,
    headers,
    requestId: headers.get("x-request-id") ?? requestId,
    isReplayed: headers.get("idempotent-replayed") === "true",
    idempotencyKey,
  };
}
