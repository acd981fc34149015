import { type Instant, instantOfEpochMs } from "@sanu/kernel";
import { Agent } from "undici";
import type { UnknownCause } from "../ports/call-outcome.ts";
import { type PinnedCertificate, trustOnly, untrusted } from "./pinned-certificate.ts";
import { readJson } from "./read-json.ts";
import { within } from "./within.ts";

export const providerHttpLimits = {
  connectTimeoutMs: 3_000,
  /** From the first byte sent to the last byte read. */
  callTimeoutMs: 8_000,
  responseBytesMax: 65_536,
  connectionsMax: 64,
  /** An idle connection ends after this, whatever the provider offers. */
  keepAliveMaxMs: 10_000,
} as const;

/** What came back: a status with its JSON (`undefined` where it is none), or why nothing did. */
export type ProviderResponse =
  | {
      readonly kind: "response";
      readonly status: number;
      readonly json: unknown;
      /** The body where it is no JSON. */
      readonly text?: string;
      /** Whether there was no body at all: some providers say yes with nothing. */
      readonly isEmpty: boolean;
      /** The provider's clock as it answered, by its `Date` header; whole seconds. Null where it says none. */
      readonly statedAt: Instant | null;
    }
  | { readonly kind: "no-response"; readonly cause: UnknownCause };

export interface ProviderRequest {
  readonly method: "GET" | "POST" | "PUT";
  readonly path: string;
  readonly body?: object;
  /** In place of a body in JSON. */
  readonly form?: Readonly<Record<string, string>>;
  /** Beside those of every call, for what changes from call to call. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number | undefined;
}

/** `call` never throws for what the network or the provider does. */
export interface ProviderHttp {
  readonly call: (request: ProviderRequest) => Promise<ProviderResponse>;
  readonly close: () => Promise<void>;
}

export interface ProviderHttpOptions {
  readonly baseUrl: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly connectTimeoutMs?: number;
  readonly callTimeoutMs?: number;
  readonly responseBytesMax?: number;
  /** Who answers has to have this certificate, or one that it signed; without it those of the system count. */
  readonly pinned?: PinnedCertificate;
  /** Told the provider's clock with each of its answers, where it says one. */
  readonly onResponse?: (statedAt: Instant | null) => void;
}

/** Nothing is ever repeated or redirected on its own. */
export function createProviderHttp(options: ProviderHttpOptions): ProviderHttp {
  const agents = new Set<Agent>();
  const { callTimeoutMs = providerHttpLimits.callTimeoutMs } = options;
  const { origin, pathname } = new URL(options.baseUrl);
  const base = { origin, path: pathname.replace(/\/$/, "") };
  const open = () => {
    const opened = openAgent(options);
    agents.add(opened);
    return { agent: opened, respondedAtMs: Number.NEGATIVE_INFINITY };
  };
  let now = open();
  /** Its connections may all be dead, and each would cost a call of its own to find out. */
  const leave = (old: typeof now): void => {
    if (old !== now) return;
    now = open();
    const closed = old.agent.close().catch(() => undefined);
    void closed.finally(() => agents.delete(old.agent));
  };
  return {
    async call(request) {
      const used = now;
      const startedAtMs = performance.now();
      try {
        const timeoutMs = Math.ceil(Math.min(callTimeoutMs, request.timeoutMs ?? callTimeoutMs));
        const response = await within(timeoutMs, (signal) =>
          send(used.agent, request, { ...base, headers: options.headers, signal }),
        );
        used.respondedAtMs = performance.now();
        if (response.kind === "response") options.onResponse?.(response.statedAt);
        return response;
      } catch (error) {
        // Nobody was answered since: then it is not this call, but the way to the provider.
        if (used.respondedAtMs < startedAtMs) leave(used);
        return { kind: "no-response", cause: causeOf(error) };
      }
    },
    async close() {
      await Promise.all([...agents].map((agent) => agent.destroy()));
    },
  };
}

/** What is left of the time of one call for the next of several that make it up. */
export function callBudget(callTimeoutMs: number): () => number {
  const endMs = performance.now() + callTimeoutMs;
  return () => Math.max(1, endMs - performance.now());
}

/** Its connections are made as `options` say; where bodies go on for ever, they have no most of their own. */
export function openAgent(
  options: Pick<ProviderHttpOptions, "connectTimeoutMs" | "pinned" | "responseBytesMax">,
): Agent {
  return new Agent({
    connect: {
      timeout: options.connectTimeoutMs ?? providerHttpLimits.connectTimeoutMs,
      ...(options.pinned === undefined ? {} : trustOnly(options.pinned)),
    },
    connections: providerHttpLimits.connectionsMax,
    keepAliveMaxTimeout: providerHttpLimits.keepAliveMaxMs,
    maxResponseSize: options.responseBytesMax ?? providerHttpLimits.responseBytesMax,
    pipelining: 1,
  });
}

/** What all calls of one provider share, and when this one ends. */
interface CallFrame {
  readonly origin: string;
  /** Of the base; without a slash at its end. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly signal: AbortSignal;
}

async function send(
  agent: Agent,
  { method, path, headers, ...given }: ProviderRequest,
  frame: CallFrame,
): Promise<ProviderResponse> {
  const sent = bodyOf(given);
  const response = await agent.request({
    origin: frame.origin,
    path: frame.path + path,
    method,
    headers: {
      accept: "application/json",
      ...(sent === null ? {} : { "content-type": sent.type }),
      ...frame.headers,
      ...headers,
    },
    ...(sent === null ? {} : { body: sent.text }),
    signal: frame.signal,
  });
  const { statusCode: status } = response;
  const statedAt = readDate(response.headers["date"]);
  const text = await response.body.text();
  const json = readJson(text);
  const bare = json === undefined && text !== "" ? { text } : {};
  return { kind: "response", status, json, ...bare, isEmpty: text === "", statedAt };
}

function bodyOf({ body, form }: Pick<ProviderRequest, "body" | "form">) {
  if (form !== undefined) {
    const text = new URLSearchParams(form).toString();
    return { type: "application/x-www-form-urlencoded", text };
  }
  return body === undefined ? null : { type: "application/json", text: JSON.stringify(body) };
}

/** `Sat, 21 Nov 2026 07:00:00 GMT`, the only form in which HTTP writes a moment today (RFC 9110). */
const dateShape = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} (?!0000)\d{4} \d{2}:\d{2}:\d{2} GMT$/;

function readDate(header: string | string[] | undefined): Instant | null {
  if (typeof header !== "string" || !dateShape.test(header)) return null;
  const epochMs = Date.parse(header);
  return Number.isNaN(epochMs) ? null : instantOfEpochMs(epochMs);
}

const slow = new Set(["TimeoutError", "AbortError", "HeadersTimeoutError", "BodyTimeoutError"]);

/** What only a connection that was never made ends with; a time-out of the system can be that of an open one. */
const unconnected = new Set([
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
]);

export function causeOf(error: unknown): UnknownCause {
  if (!(error instanceof Error)) return "connection-lost";
  if ("code" in error && untrusted.has(String(error.code))) return "untrusted-certificate";
  if ("code" in error && unconnected.has(String(error.code))) return "unreachable";
  if (error.name === "ResponseExceededMaxSizeError") return "unreadable-response";
  return slow.has(error.name) ? "no-response" : "connection-lost";
}
