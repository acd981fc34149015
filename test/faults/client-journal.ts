import type { ApiAnswer } from "@sanu/testing";

/** What the exchange said yes to, in the client's own words. */
export interface Acknowledged {
  readonly key: string;
  readonly transactionId: string;
  /** The answer, byte for byte. */
  readonly text: string;
}

/** What a client was told: the second truth, beside the sandbox's, that the checker holds against ours. */
export interface ClientJournal {
  readonly acknowledged: readonly Acknowledged[];
  /** Accounts whose registration was acknowledged. */
  readonly registered: string[];
  /** How often each status came; `none` is a connection that broke. */
  readonly statuses: ReadonlyMap<string, number>;
  /** Answers that no client may ever get. */
  readonly faults: readonly string[];
  /** The longest time in which a request had no end. */
  readonly longestMs: () => number;
  readonly acknowledgePurchase: (key: string, transactionId: string, text: string) => void;
  readonly noteAnswer: (
    method: string,
    path: string,
    answer: ApiAnswer | undefined,
    tookMs: number,
  ) => void;
}

export function createClientJournal(): ClientJournal {
  const acknowledged: Acknowledged[] = [];
  const statuses = new Map<string, number>();
  const faults: string[] = [];
  let longestMs = 0;
  return {
    acknowledged,
    registered: [],
    statuses,
    faults,
    longestMs: () => longestMs,
    acknowledgePurchase(key, transactionId, text) {
      const before = acknowledged.find((one) => one.key === key);
      if (before === undefined) acknowledged.push({ key, transactionId, text });
      else if (before.text !== text) faults.push(`${key} was answered in two ways`);
    },
    noteAnswer(method, path, answer, tookMs) {
      const status = answer === undefined ? "none" : String(answer.status);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      longestMs = Math.max(longestMs, tookMs);
      if (answer === undefined || answer.status < 300) return;
      const isHonest = answer.status === 503 && answer.headers["retry-after"] !== undefined;
      if (!isHonest) faults.push(`${method} ${path}: ${status} ${answer.text}`);
    },
  };
}
