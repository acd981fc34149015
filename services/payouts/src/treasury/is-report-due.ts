import { amountOf, type Money } from "@sanu/contracts";

export interface ReportTerms {
  /** Every float is reported at least this often, so that a silence is seen. */
  readonly reportMs: number;
  /** A change of this share of what was reported last is reported at once. */
  readonly changeBasisPoints: bigint;
}

/** What was reported last of a float, by a clock that cannot be set. */
export interface LastReport {
  readonly available: Money;
  readonly atMs: number;
}

const wholeBasisPoints = 10_000n;

/** Whether what was observed now has to be reported. A float that was empty, or is now, has changed by all of it. */
export function isReportDue(
  last: LastReport | undefined,
  now: LastReport,
  { reportMs, changeBasisPoints }: ReportTerms,
): boolean {
  if (last === undefined || now.atMs - last.atMs >= reportMs) return true;
  const [before, after] = [amountOf(last.available), amountOf(now.available)];
  const change = after > before ? after - before : before - after;
  return change > 0n && change * wholeBasisPoints >= before * changeBasisPoints;
}
