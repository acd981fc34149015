import type { Metrics } from "@sanu/platform";
import { exposureOf } from "./judge-float.ts";
import type { FloatRow } from "./treasury-statements.ts";
import { judgementOf, type TreasuryTerms } from "./treasury-terms.ts";

const breakerNumbers = { closed: 0, "half-open": 1, open: 2 } as const;

/** Series of each float, of which somebody should be woken when one is low, closed or short. */
export function watchTreasury(
  metrics: Pick<Metrics, "watchEach">,
  terms: TreasuryTerms,
  list: () => readonly FloatRow[],
): void {
  const watch = (name: string, help: string, read: (row: FloatRow) => number | bigint) =>
    metrics.watchEach(name, help, ["rail", "account"], () =>
      list().map((row) => ({
        labels: { rail: row.rail, account: row.account },
        value: Number(read(row)),
      })),
    );
  watch("sanu_float_available", "What a float holds, as reported last.", (row) => row.available);
  watch(
    "sanu_float_promised",
    "What of a float is reserved or paid out behind the last report.",
    (row) => judgementOf(row, terms).promised,
  );
  watch(
    "sanu_float_short",
    "What of a float was promised and is not there.",
    (row) => judgementOf(row, terms).short,
  );
  watch(
    "sanu_float_age_seconds",
    "How long ago a float was observed.",
    (row) => row.age_ms / 1_000,
  );
  watch("sanu_float_low", "1 while a float is below its low mark or closed.", (row) =>
    judgementOf(row, terms).state === "open" ? 0 : 1,
  );
  watch("sanu_float_closed", "1 while a float pays no new order.", (row) =>
    judgementOf(row, terms).state === "closed" ? 1 : 0,
  );
  watch(
    "sanu_float_breaker",
    "0 while payouts of a float go well, 2 while it is paused because they fail, 1 while it is probed.",
    (row) => breakerNumbers[row.breaker],
  );
  watchExposure(metrics, terms, list);
}

function watchExposure(
  metrics: Pick<Metrics, "watchEach">,
  { targets }: TreasuryTerms,
  list: () => readonly FloatRow[],
): void {
  metrics.watchEach(
    "sanu_exposure",
    "How far the floats of a currency lie over their target, below 0 where under; none without a target.",
    ["currency"],
    () =>
      (["XOF", "SATS"] as const).flatMap((currency) => {
        const rows = list().filter((row) => row.currency === currency);
        const { over } = exposureOf(rows, targets[currency]);
        return over === null ? [] : [{ labels: { currency }, value: Number(over) }];
      }),
  );
}
