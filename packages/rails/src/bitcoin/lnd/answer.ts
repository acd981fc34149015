import { z } from "zod";
import type { ProviderResponse } from "../../http/provider-http.ts";
import { readJson } from "../../http/read-json.ts";
import { unknownResponse } from "../../http/unknown-response.ts";
import { type Unknown, type UnknownCause, unknownBecause } from "../../ports/call-outcome.ts";

/**
 * What lnd said to a call, or in a line of a stream. Nearly each refusal is HTTP 500 with code 2, so its message says
 * what it means; only the translation of a call knows which messages are definite. Source: lnd 0.21.2, `samples/`.
 */
export type LndAnswer = { readonly kind: "answer"; readonly json: unknown } | LndRefusal | Unknown;

export interface LndRefusal {
  readonly kind: "refusal";
  readonly status: number;
  readonly code: number;
  readonly message: string;
}

const Refusal = z.object({ code: z.int(), message: z.string() });
const StreamRefusal = z.object({ error: Refusal });
const StreamLine = z.object({ result: z.unknown() });

/** Messages that say nothing of the call and much of the node: it did nothing, and may do it another time. */
const conditions: readonly (readonly [message: RegExp, cause: UnknownCause])[] = [
  [/^wallet (?:locked|not created)/, "node-locked"],
  [/in the process of starting up|^waiting to start/, "node-starting"],
  [/^expected 1 macaroon/, "not-permitted"],
  [/^permission denied$/, "not-permitted"],
  [/^verification failed/, "not-permitted"],
  [/^unmarshal v\d/, "not-permitted"],
  [/^encoding\/hex: /, "not-permitted"],
  [/^cannot (?:get|retrieve) macaroon|^root key with id /, "not-permitted"],
  [/shutting down/, "provider-fault"],
];

/** The answer to a call that is no stream. */
export function readAnswer(response: ProviderResponse): LndAnswer {
  if (response.kind === "no-response") return unknownBecause(response.cause);
  const { status, json } = response;
  if (status === 200 && typeof json === "object" && json !== null) return { kind: "answer", json };
  const said = StreamRefusal.safeParse(json).data?.error ?? Refusal.safeParse(json).data;
  return said === undefined ? unknownResponse(response) : refusalOf(status, said);
}

/** One line of a stream; a stream may begin with 200 and end with an error. */
export function readLine(status: number, text: string): LndAnswer {
  const json = readJson(text);
  const refused = StreamRefusal.safeParse(json).data?.error ?? Refusal.safeParse(json).data;
  if (refused !== undefined) return refusalOf(status, refused);
  const line = StreamLine.safeParse(json);
  return status === 200 && line.success
    ? { kind: "answer", json: line.data.result }
    : unknownBecause("unreadable-response");
}

function refusalOf(status: number, { code, message }: z.infer<typeof Refusal>): LndAnswer {
  const condition = conditions.find(([text]) => text.test(message));
  if (condition !== undefined) return unknownBecause(condition[1]);
  // The router's own: a path that it does not have, for example with a slash in its base64.
  if (message === "Not Found") return unknownBecause("unexpected-response");
  return { kind: "refusal", status, code, message };
}

/** A refusal that the translation of its call does not know. */
export function unknownRefusal(answer: LndRefusal | Unknown): Unknown {
  if (answer.kind === "unknown") return answer;
  return unknownBecause(answer.status >= 500 ? "provider-fault" : "unexpected-response");
}

export function says(answer: LndAnswer, message: RegExp): answer is LndRefusal {
  return answer.kind === "refusal" && message.test(answer.message);
}
