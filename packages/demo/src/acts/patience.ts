import { setTimeout as wait } from "node:timers/promises";

const patienceLimits = { lookEveryMs: 15, withinMs: 60_000 } as const;

/** Looks until there is something. Throws with what was waited for when it takes too long. */
export async function until<Found>(
  what: string | (() => string),
  look: () => Promise<Found | undefined | false>,
  {
    withinMs,
    lookEveryMs,
  }: { readonly withinMs: number; readonly lookEveryMs: number } = patienceLimits,
): Promise<Found> {
  const fromMs = performance.now();
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() - fromMs > withinMs) {
      const said = typeof what === "string" ? what : what();
      throw new Error(`It took longer than ${withinMs} ms until ${said}`);
    }
    await wait(lookEveryMs);
  }
}
