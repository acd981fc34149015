import { streamLimits } from "./limits.ts";

/**
 * Reads what NATS says of something. While a cluster elects who leads a stream or a durable, nobody answers for it.
 * Throws what `read` throws, and, where no answer came at all, which thing nobody answered for.
 */
export async function askAgain<Answer>(what: string, read: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await read();
    } catch (error) {
      if (!hasNoAnswer(error)) throw error;
      if (tries === streamLimits.readTriesMax) {
        const asked = `asked ${tries} times for ${streamLimits.apiTimeoutMs / 1_000} s`;
        throw new Error(`NATS says nothing of ${what} (${asked})`, { cause: error });
      }
    }
  }
}

/** Nothing is known about what the other side did. */
export function hasNoAnswer(error: unknown): boolean {
  return error instanceof Error && error.name === "TimeoutError";
}
