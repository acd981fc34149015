import type { components } from "../api/schema.ts";
import { SanuUnreachable } from "../errors/sanu-unreachable.ts";
import { clientLimits } from "../limits.ts";
import type { Call } from "../send/call.ts";
import { backOffMs, mayPass } from "../send/next-try.ts";
import { type Patience, pause, startPatience } from "../send/patience.ts";
import { isTokenRefused, type Sender, showCredential } from "../send/sender.ts";
import { type Tried, tryOnce } from "../send/try-once.ts";
import type { LoginId } from "../session/session.ts";
import { readEvents } from "./read-events.ts";

/** What is known of a transaction at one moment. */
export type Progress = components["schemas"]["TransactionProgress"];

/** What is remembered from one stream to the next. */
interface Place {
  /** Who began to follow: each stream is opened as him. */
  readonly loginId: LoginId;
  lastId: string | undefined;
  pauseMs: number;
  receivedMs: number;
  failures: number;
}

/**
 * The present state of a transaction and each change, until it has ended. A stream that breaks or ends before that is
 * opened again where it was. Throws a problem that waiting does not mend, and when nothing is heard for too long.
 */
export async function* follow(call: Call, sender: Sender): AsyncGenerator<Progress, void> {
  const { streamPauseMs: pauseMs } = clientLimits;
  const loginId = await sender.session.loginId();
  const receivedMs = performance.now();
  const place: Place = { loginId, lastId: undefined, pauseMs, receivedMs, failures: 0 };
  let waitMs: number;
  for (;;) {
    const patience = startPatience(clientLimits.tryMs, call.signal);
    try {
      const ending = yield* showStream(call, sender, { patience, place });
      if (ending === "over") return;
      waitMs = ending.kind === "answered" ? place.pauseMs : pauseAfter(call, ending, place);
    } finally {
      patience.end();
    }
    await pause(waitMs, call.signal);
  }
}

/** One stream: its states, and whether they were the last, or how it ended else. */
async function* showStream(
  call: Call,
  sender: Sender,
  { patience, place }: { readonly patience: Patience; readonly place: Place },
): AsyncGenerator<Progress, Tried | "over"> {
  try {
    const tried = await open(call, sender, { ...place, patience });
    if (tried.kind !== "answered") return tried;
    if (tried.response.status === 204) return "over";
    for await (const progress of statesIn(tried.response, patience, place)) {
      yield progress;
      if (isEnded(progress)) return "over";
    }
    return tried;
  } catch (cause) {
    return { kind: "broken", cause };
  }
}

interface Opening extends Pick<Place, "loginId" | "lastId"> {
  readonly patience: Patience;
}

async function open(
  call: Call,
  sender: Sender,
  { patience, loginId, lastId }: Opening,
): Promise<Tried> {
  const at = lastId === undefined ? {} : { "last-event-id": lastId };
  const tryNow = async (): Promise<{ tried: Tried; token: string | undefined }> => {
    const { headers, token } = await showCredential(call, sender, loginId);
    const how = { fetch: sender.fetch, signal: patience.signal, isStream: true } as const;
    return { tried: await tryOnce(call, { ...how, headers: { ...headers, ...at } }), token };
  };
  const { tried, token } = await tryNow();
  if (token === undefined || !isTokenRefused(tried)) return tried;
  return (await sender.session.replace(token, loginId)) ? (await tryNow()).tried : tried;
}

/** The states that were not shown yet: a stream begins with the present one, also for who knows it. */
async function* statesIn(
  response: Response,
  patience: Patience,
  place: Place,
): AsyncGenerator<Progress> {
  for await (const { id, data, retryMs } of readEvents(response, patience)) {
    place.receivedMs = performance.now();
    place.failures = 0;
    if (retryMs !== undefined) place.pauseMs = Math.min(retryMs, clientLimits.streamPauseMaxMs);
    if (data === undefined || (id !== undefined && id === place.lastId)) continue;
    place.lastId = id;
    yield JSON.parse(data);
  }
}

/** Throws when it does not help to come back. */
function pauseAfter(call: Call, tried: Tried, place: Place): number {
  if (tried.kind === "refused" && !mayPass(tried)) throw tried.problem;
  if (call.signal?.aborted) throw call.signal.reason;
  const silentMs = performance.now() - place.receivedMs;
  place.failures += 1;
  const asked = tried.kind === "refused" ? tried.problem.retryAfterMs : undefined;
  const waitMs = asked ?? Math.max(place.pauseMs, backOffMs(place.failures, Math.random()));
  if (silentMs + waitMs < clientLimits.streamOutageMs) return waitMs;
  if (tried.kind === "refused") throw tried.problem;
  throw new SanuUnreachable(call, tried.kind === "broken" ? tried.cause : undefined);
}

function isEnded({ status }: Progress): boolean {
  return status === "COMPLETED" || status === "FAILED";
}
