import { z } from "zod";
import type { ProviderHttp, ProviderRequest, ProviderResponse } from "../../http/provider-http.ts";

/** Source: momodeveloper.mtn.com/api-documentation, `POST /{product}/token/`. */
const TokenBody = z.object({
  /** As RFC 6750 has it: with any other no call leaves us, and none is refused so that it would be renewed. */
  access_token: z
    .string()
    .max(8_192)
    .regex(/^[\x21-\x7e]+$/),
  expires_in: z.coerce.number().min(1).max(864_000),
});

export const tokenLimits = {
  /** So long before its end a token is not used any more; one that lives shorter than twice this, for half of its life. */
  renewBeforeEndMs: 60_000,
} as const;

type Fetched =
  | { readonly kind: "token"; readonly token: string; readonly untilMs: number }
  | { readonly kind: "none"; readonly response: ProviderResponse };

/** One fetching at a time: who asks meanwhile waits for it, and nobody longer than he may. */
export interface AccessTokens {
  readonly get: (withinMs: number) => Promise<Fetched>;
  /** The provider did not take it; a newer one stays. */
  readonly drop: (token: string) => void;
}

const tooLate: Fetched = {
  kind: "none",
  response: { kind: "no-response", cause: "no-response" },
};

export function createAccessTokens(
  fetchToken: (timeoutMs: number) => Promise<ProviderResponse>,
  nowMs: () => number = () => performance.now(),
): AccessTokens {
  let current: Fetched | undefined;
  let fetching: Promise<Fetched> | undefined;
  const fetchOne = async (withinMs: number): Promise<Fetched> => {
    const askedAtMs = nowMs();
    const fetched = readToken(await fetchToken(withinMs), askedAtMs);
    current = fetched;
    fetching = undefined;
    return fetched;
  };
  return {
    async get(withinMs) {
      if (current?.kind === "token" && nowMs() < current.untilMs) return current;
      fetching ??= fetchOne(withinMs);
      return within(fetching, withinMs);
    },
    drop(token) {
      if (current?.kind === "token" && current.token === token) current = undefined;
    },
  };
}

/** Counted from before it was asked for, so that its end is not seen too late. */
export function readToken(response: ProviderResponse, askedAtMs: number): Fetched {
  const isAnswer = response.kind === "response" && response.status === 200;
  const read = TokenBody.safeParse(isAnswer ? response.json : undefined).data;
  if (read === undefined) return { kind: "none", response };
  const livesMs = read.expires_in * 1_000;
  const usedMs = Math.max(livesMs - tokenLimits.renewBeforeEndMs, livesMs / 2);
  return { kind: "token", token: read.access_token, untilMs: askedAtMs + usedMs };
}

async function within(fetching: Promise<Fetched>, ms: number): Promise<Fetched> {
  const { promise: late, resolve } = Promise.withResolvers<Fetched>();
  const timer = setTimeout(() => resolve(tooLate), ms);
  try {
    return await Promise.race([fetching, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Calls with a token; one that is refused is renewed once, because a call without a valid one was not taken. */
export async function callWithToken(
  http: Pick<ProviderHttp, "call">,
  tokens: AccessTokens,
  { left, ...request }: ProviderRequest & { readonly left: () => number },
): Promise<ProviderResponse> {
  const first = await tokens.get(left() / 2);
  if (first.kind === "none") return first.response;
  const response = await callOnce(http, request, { token: first.token, timeoutMs: left() });
  if (response.kind !== "response" || response.status !== 401) return response;
  tokens.drop(first.token);
  const second = await tokens.get(left() / 2);
  if (second.kind === "none") return second.response;
  return callOnce(http, request, { token: second.token, timeoutMs: left() });
}

function callOnce(
  http: Pick<ProviderHttp, "call">,
  request: ProviderRequest,
  { token, timeoutMs }: { readonly token: string; readonly timeoutMs: number },
): Promise<ProviderResponse> {
  const headers = { ...request.headers, authorization: `Bearer ${token}` };
  return http.call({ ...request, headers, timeoutMs });
}
