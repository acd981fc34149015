import { epochMsOf, type Instant } from "@sanu/kernel";
import type { UnknownCause } from "../ports/call-outcome.ts";
import type { FloatReading } from "../ports/float-reading.ts";
import { type Checked, type Finding, fine, open, wrong } from "./finding.ts";

export const checkLimits = {
  /** Callbacks may be 300 s old: a clock that is wrong by less than this leaves them room. */
  clockOffMsMax: 60_000,
  callTimeoutMs: 15_000,
} as const;

/** What a question says that no provider should refuse: about an order that nobody made, or about our balance. */
export function judgeAnswer(
  checked: Checked,
  what: string,
  answer: { readonly kind: string; readonly cause?: UnknownCause; readonly reason?: string },
): Finding {
  if (answer.kind === "rejected") {
    return open(
      checked,
      `${what}: refused (${answer.reason ?? ""})`,
      "ask the provider what it wants",
    );
  }
  if (answer.kind !== "unknown") return fine(checked, `${what}: answered`);
  const said = `${what}: ${answer.cause ?? "unknown"}`;
  switch (answer.cause) {
    case "not-permitted":
      return wrong(
        checked,
        said,
        "it does not take our keys: look for the right ones of this environment",
      );
    case "unreachable":
      return wrong(
        checked,
        said,
        "no connection: is the host right, and may this machine call out?",
      );
    case "no-response":
    case "connection-lost":
    case "provider-fault":
    case "provider-busy":
      return open(checked, said, "the provider has a fault or is slow: try again later");
    default:
      return open(checked, said, "it answered in words that prove nothing: read its status page");
  }
}

/** By the `Date` of its answers: whole seconds, and a little old when they are here. */
export function judgeClock(receivedAt: Instant, statedAt: Instant | null): Finding {
  if (statedAt === null) return open("clock", "no answer bore a date", "compare the clock by hand");
  const offMs = epochMsOf(receivedAt) - epochMsOf(statedAt);
  const seconds = Math.round(offMs / 1_000);
  const said = `ours is ${Math.abs(seconds)} s ${seconds < 0 ? "behind" : "ahead"}`;
  return Math.abs(offMs) <= checkLimits.clockOffMsMax
    ? fine("clock", said)
    : wrong("clock", said, "set the clock of this machine (NTP): callbacks count as stale");
}

export function judgeFloats(reading: FloatReading): readonly Finding[] {
  if (reading.kind === "unknown") return [judgeAnswer("balance", "our balances", reading)];
  if (reading.floats.length === 0) {
    return [wrong("balance", "there is no account in XOF", "have one opened by the provider")];
  }
  return reading.floats.map(({ account, availableXof }) =>
    availableXof > 0n
      ? fine("balance", `${account}: ${availableXof} XOF`)
      : wrong("balance", `${account}: 0 XOF`, "fill it, else no sale is paid out from it"),
  );
}

/** How our own gateway answers what nobody signed. */
const answersOfOurs = new Set([200, 400, 401]);

export function judgeCallbackAnswer(url: URL, status: number | "no-response"): Finding {
  const said = `${url.href}: ${status}`;
  if (status === "no-response") {
    return wrong("callbacks", said, "nobody answers: look at DNS, TLS and the firewall");
  }
  if (answersOfOurs.has(status)) return fine("callbacks", said);
  switch (status) {
    case 404:
      return wrong("callbacks", said, "payments does not collect there: is it in COLLECTION_RAIL?");
    case 429:
      return open("callbacks", said, "too many from this address: try again in a minute");
    case 503:
      return wrong("callbacks", said, "the gateway answers, payments does not run behind it");
    default:
      return wrong("callbacks", said, "something in front of the gateway answers in its place");
  }
}
