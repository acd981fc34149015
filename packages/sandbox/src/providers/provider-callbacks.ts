import { postCallback } from "../gateway/post-callback.ts";
import type { Scheduler } from "../scheduler.ts";

/** A callback as a provider sends it. */
export interface SignedBody {
  /** Absent where it is sent by POST. */
  readonly method?: "PUT";
  readonly body: string;
  /** Made anew for each time it is sent. */
  readonly headers: () => Readonly<Record<string, string>>;
}

/** How callbacks are sent; tests make them come often, late, mixed up or not at all. */
export interface ProviderCallbackSettings {
  /** Null sends none. */
  readonly url: string | null;
  readonly copies: number;
  /** Each waits this long, up to twice as long by chance, so that they overtake each other. */
  readonly scatterMs: number;
}

export interface ProviderCallbacks {
  readonly send: (signed: SignedBody) => void;
  readonly change: (settings: Partial<ProviderCallbackSettings>) => void;
  readonly close: () => void;
}

export function createProviderCallbacks(
  scheduler: Scheduler,
  url: string | null,
  retriesMs: readonly number[],
): ProviderCallbacks {
  let settings: ProviderCallbackSettings = { url, copies: 1, scatterMs: 0 };
  const closing = new AbortController();
  const deliver = async (signed: SignedBody, attempt: number): Promise<void> => {
    const { url } = settings;
    if (url === null || closing.signal.aborted) return;
    const { signal } = closing;
    const response = await postCallback({ ...signed, url, headers: signed.headers(), signal });
    const pauseMs = retriesMs[attempt];
    if (response.startsWith("2") || pauseMs === undefined) return;
    scheduler.after(pauseMs, () => void deliver(signed, attempt + 1));
  };
  return {
    send(signed) {
      for (let copy = 0; copy < settings.copies; copy += 1) {
        const delayMs = settings.scatterMs * (1 + Math.random());
        scheduler.after(delayMs, () => void deliver(signed, 0));
      }
    },
    change(changes) {
      settings = { ...settings, ...changes };
    },
    close: () => closing.abort(),
  };
}
