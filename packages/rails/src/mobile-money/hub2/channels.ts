import { type Xof, xof } from "@sanu/kernel";
import { rowOf } from "../../row-of.ts";

interface Operator {
  readonly country: string;
  readonly provider: string;
  /** Of one payout, in francs; null where the page names no payout. */
  readonly payout: readonly [min: bigint, max: bigint] | null;
}

const operator = (
  country: string,
  provider: string,
  payout: Operator["payout"] = null,
): Operator => ({ country, provider, payout });

/** The provider's names of our channels. Source: docs.hub2.io/documentation/en/policies. */
const operators: Readonly<Record<string, Operator>> = {
  MTN_OPEN: operator("BJ", "mtn"),
  MOOV_BENIN: operator("BJ", "moov"),
  MOOV_TG: operator("TG", "moov"),
  TOGOCOM_TG: operator("TG", "togocell"),
  ORANGE_BF: operator("BF", "orange", [100n, 1_000_000n]),
  MOOV_BF: operator("BF", "mobicash", [500n, 1_000_000n]),
  ORANGE_CI: operator("CI", "orange", [200n, 1_500_000n]),
  MTN_CI: operator("CI", "mtn", [100n, 2_000_000n]),
  MOOV_CI: operator("CI", "moov", [500n, 2_000_000n]),
  ORANGE_ML: operator("ML", "orange", [500n, 1_500_000n]),
  MOOV_ML: operator("ML", "mobicash", [500n, 1_500_000n]),
  ORANGE_SN: operator("SN", "orange", [100n, 1_500_000n]),
  FREE_SN: operator("SN", "free", [100n, 1_500_000n]),
  EXPRESSO_SN: operator("SN", "emoney", [100n, 1_500_000n]),
};

/** Where the page names none: the narrowest that it names at all. */
const agreedPayout = [500n, 1_000_000n] as const;

/** Every payout is a multiple of it. */
export const multipleOfXof = xof(5n);

export function operatorOf(channel: string): Operator | undefined {
  return rowOf(operators, channel);
}

export interface PayoutTerms extends Pick<Operator, "country" | "provider"> {
  readonly amountXofMin: Xof;
  readonly amountXofMax: Xof;
}

/** Undefined where nothing is paid out to a channel. */
export function payoutTermsOf(channel: string, agreed: readonly string[]): PayoutTerms | undefined {
  const found = operatorOf(channel);
  const bounds = found?.payout ?? (agreed.includes(channel) ? agreedPayout : null);
  if (found === undefined || bounds === null) return undefined;
  const { country, provider } = found;
  const [min, max] = bounds;
  return { country, provider, amountXofMin: xof(min), amountXofMax: xof(max) };
}

export function canBePaidOut(amountXof: bigint): boolean {
  return amountXof % multipleOfXof === 0n;
}
