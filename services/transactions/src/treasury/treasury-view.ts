import type { ExposureView, FloatView } from "@sanu/contracts";
import { exposureOf } from "./judge-float.ts";
import type { FloatRow } from "./treasury-statements.ts";
import { judgementOf, type TreasuryTerms } from "./treasury-terms.ts";

/** A float as the staff sees it, judged as an order would find it. */
export function floatView(row: FloatRow, terms: TreasuryTerms): FloatView {
  const { state, because, promised, short } = judgementOf(row, terms);
  return {
    rail: row.rail,
    account: row.account,
    channels: row.channels === null ? null : [...row.channels],
    currency: row.currency,
    available: `${row.available}`,
    promised: `${promised}`,
    free: `${row.free}`,
    short: `${short}`,
    low_mark: `${terms.lowMarks[row.rail]}`,
    closed_mark: `${row.held_back}`,
    observed_at: row.observed_at,
    age_seconds: Math.max(0, Math.floor(row.age_ms / 1_000)),
    state,
    because,
    breaker: {
      state: row.breaker,
      since: row.breaker_since,
      settled: Number(row.settled),
      failed: Number(row.failed),
      probes_left: row.probes_left,
    },
  };
}

export function exposureViews(
  rows: readonly FloatRow[],
  { targets }: TreasuryTerms,
): ExposureView[] {
  return (["XOF", "SATS"] as const).map((currency) => {
    const target = targets[currency];
    const { held, over } = exposureOf(
      rows.filter((row) => row.currency === currency),
      target,
    );
    const text = (amount: bigint | null) => (amount === null ? null : `${amount}`);
    return { currency, held: `${held}`, target: text(target), over: text(over) };
  });
}
