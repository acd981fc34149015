import type { Metrics } from "@sanu/platform";
import { exposureOf } from "./judge-float.ts";
import type { JudgedFloat, TreasuryTerms } from "./treasury-terms.ts";

const breakerNumbers = { closed: 0, "half-open": 1, open: 2 } as const;

/** Series of each float, of which somebody should be woken when one is low, closed or short. */
export function watchTreasury(
  metrics: Pick<Metrics, "watchEach">,
  targets: TreasuryTerms["targets"],
  list: () => readonly JudgedFloat[],
): void {
  const watch = (name: string, help: string, read: (row: JudgedFloat) => number | bigint) =>
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
    (row) => row.judgement.promised,
  );
  watch(
    "sanu_float_short",
    "What of a float was promised and is not there.",
    (row) => row.judgement.short,
  );
  watch(
    "sanu_float_age_seconds",
    "How long ago a float was observed.",
    (row) => row.age_ms / 1_000,
  );
  watch("sanu_float_low", "1 while a float is below its low mark or closed.", (row) =>
    row.judgement.state === "open" ? 0 : 1,
  );
  watch("sanu_float_closed", "1 while a float pays no new order.", (row) =>
    row.judgement.state === "closed" ? 1 : 0,
  );
  watch(
    "sanu_float_breaker",
    "0 while payouts of a float go well, 2 while it is paused because they fail, 1 while it is probed.",
    (row) => breakerNumbers[row.breaker],
  );
  watchExposure(metrics, targets, list);
}

function watchExposure(
  metrics: Pick<Metrics, "watchEach">,
  targets: TreasuryTerms["targets"],
  list: () => readonly JudgedFloat[],
): void {
  const watch = (name: string, help: string, read: (over: bigint, target: bigint) => number) =>
    metrics.watchEach(name, help, ["currency"], () =>
      (["XOF", "SATS"] as const).flatMap((currency) => {
        const target = targets[currency];
        const rows = list().filter((row) => row.currency === currency);
        const { over } = exposureOf(rows, target);
        if (over === null || target === null) return [];
        return [{ labels: { currency }, value: read(over, target) }];
      }),
    );
  watch(
    "sanu_exposure",
    "How far the floats of a currency lie over their target, below 0 where under; none without a target.",
    Number,
  );
  watch("sanu_exposure_share", "The same as a share of the target.", (over, target) =>
    target === 0n ? 0 : Number(over) / Number(target),
  );
}
