import { request } from "undici";
import { checkLimits } from "./judge.ts";

/** A callback that nobody signed, as a provider would send it; redirects are not followed. */
export async function askOwnAddress(url: URL): Promise<number | "no-response"> {
  try {
    const { statusCode, body } = await request(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
      signal: AbortSignal.timeout(checkLimits.callTimeoutMs),
    });
    await body.dump();
    return statusCode;
  } catch {
    return "no-response";
  }
}
