import { sandboxLimits } from "../limits.ts";

interface CallbackPost {
  readonly url: string;
  readonly method?: "POST" | "PUT" | undefined;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** The status of the answer as text, or `no-response`. */
export async function postCallback({
  url,
  method = "POST",
  body,
  headers,
  signal,
}: CallbackPost): Promise<string> {
  try {
    const response = await fetch(url, {
      method,
      redirect: "error",
      headers: { "content-type": "application/json", ...headers },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(sandboxLimits.callbackTimeoutMs)]),
    });
    await response.body?.cancel();
    return String(response.status);
  } catch {
    return "no-response";
  }
}
