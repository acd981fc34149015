import { type ApiResponse, fairNowMs } from "@sanu/testing";

/** What the exchange said yes to, in the client's own words. */
export interface Acknowledged {
  readonly key: string;
  readonly transactionId: string;
  /** The answer, byte for byte. */
  readonly text: string;
}

/** A request that a client made, and how it ended. */
export interface RequestRecord {
  readonly method: string;
  readonly path: string;
  /** `none` is a connection that broke. */
  readonly status: number | "none";
  /** By the clock of `fairNowMs()`. */
  readonly startedAtMs: number;
  readonly tookMs: number;
}

/** What a client was told: the second truth, beside the sandbox's, that the checker holds against ours. */
export interface ClientJournal {
  readonly acknowledged: readonly Acknowledged[];
  /** Accounts whose registration was acknowledged. */
  readonly registered: string[];
  /** Every request with its time, also those without an answer. */
  readonly requests: readonly RequestRecord[];
  /** How often each status came; `none` is a connection that broke. */
  readonly statuses: ReadonlyMap<string, number>;
  /** Answers that no client may ever get. */
  readonly faults: readonly string[];
  /** The longest time in which a request had no end. */
  readonly longestMs: () => number;
  readonly acknowledgeDeal: (key: string, transactionId: string, text: string) => void;
  readonly recordResponse: (request: RecordedRequest, response: ApiResponse | undefined) => void;
  /** What was read of a purchase: who read later may not read an earlier status. */
  readonly recordStatus: (transactionId: string, status: string, request: RecordedRequest) => void;
  readonly recordFault: (fault: string) => void;
}

export type RecordedRequest = Pick<RequestRecord, "method" | "path" | "startedAtMs">;

const ranks: Readonly<Record<string, number>> = {
  PENDING: 0,
  PROCESSING: 1,
  COMPLETED: 2,
  FAILED: 2,
};

interface SeenStatus {
  readonly status: string;
  readonly endedAtMs: number;
}

export function createClientJournal(): ClientJournal {
  const acknowledged = new Map<string, Acknowledged>();
  const requests: RequestRecord[] = [];
  const statuses = new Map<string, number>();
  const seen = new Map<string, SeenStatus>();
  const faults: string[] = [];
  let longestMs = 0;
  return {
    get acknowledged() {
      return [...acknowledged.values()];
    },
    registered: [],
    requests,
    statuses,
    faults,
    longestMs: () => longestMs,
    acknowledgeDeal(key, transactionId, text) {
      const before = acknowledged.get(key);
      if (before === undefined) acknowledged.set(key, { key, transactionId, text });
      else if (before.text !== text) faults.push(`${key} was answered in two ways`);
    },
    recordResponse(request, response) {
      const status = response?.status ?? "none";
      const tookMs = fairNowMs() - request.startedAtMs;
      requests.push({ ...request, status, tookMs });
      statuses.set(`${status}`, (statuses.get(`${status}`) ?? 0) + 1);
      longestMs = Math.max(longestMs, tookMs);
      const fault = response === undefined ? undefined : faultOf(response);
      if (fault !== undefined) faults.push(`${request.method} ${request.path}: ${fault}`);
    },
    recordStatus(transactionId, status, { startedAtMs }) {
      const before = seen.get(transactionId);
      const rank = ranks[status] ?? -1;
      if (before === undefined || rank > (ranks[before.status] ?? -1)) {
        seen.set(transactionId, { status, endedAtMs: fairNowMs() });
        return;
      }
      // Two reads at the same time may come back in any order.
      if (status === before.status || startedAtMs < before.endedAtMs) return;
      faults.push(`${transactionId} was ${before.status} and then ${status}`);
    },
    recordFault: (fault) => void faults.push(fault),
  };
}

/** An honest "later" is a 503, or a 409 to a copy, and says when to come again. */
export function isLater(response: ApiResponse): boolean {
  return [409, 503].includes(response.status) && response.headers["retry-after"] !== undefined;
}

/** The satoshis of an acknowledged order, by its answer. */
export function acknowledgedSats(text: string): string {
  return /"amount_sats":"(\d+) SATS"/.exec(text)?.[1] ?? "";
}

/** The payment of an acknowledged order, by its answer. */
export function acknowledgedPayment(text: string): string {
  return /"payment_id":"([^"]+)"/.exec(text)?.[1] ?? "";
}

function faultOf(response: ApiResponse): string | undefined {
  if (response.status < 300 || isLater(response)) return undefined;
  return `${response.status} ${response.text}`;
}
