import { rowOf } from "../../row-of.ts";
import type { ProviderEnvironment } from "../connector.ts";

/** The provider's names of our channels, and the country whose wallet pays. Source: docs.pawapay.io/v2/docs/providers. */
const providers: Readonly<Record<string, readonly [provider: string, country: string]>> = {
  MTN_OPEN: ["MTN_MOMO_BEN", "BEN"],
  MOOV_BENIN: ["MOOV_BEN", "BEN"],
  MOOV_BF: ["MOOV_BFA", "BFA"],
  ORANGE_BF: ["ORANGE_BFA", "BFA"],
  MTN_CI: ["MTN_MOMO_CIV", "CIV"],
  ORANGE_CI: ["ORANGE_CIV", "CIV"],
  ORANGE_SN: ["ORANGE_SEN", "SEN"],
  FREE_SN: ["FREE_SEN", "SEN"],
  WAVE_SN: ["WAVE_SEN", "SEN"],
};

export interface ServedChannel {
  readonly provider: string;
  readonly country: string;
  /** Whether numbers of it belong to an operator, so that a prediction from the number can be better than ours. */
  readonly isOperator: boolean;
}

export function servedChannel(channel: string): ServedChannel | undefined {
  const [provider, country] = rowOf(providers, channel) ?? [];
  if (provider === undefined || country === undefined) return undefined;
  return { provider, country, isOperator: !provider.startsWith("WAVE_") };
}

export function isServedProvider(provider: string, country: string): boolean {
  return Object.values(providers).some(([name, of]) => name === provider && of === country);
}

/** Of a wallet: all channels of its country, or those of the one provider that it is for. */
export function channelsOf(country: string, provider: string | null): readonly string[] {
  return Object.entries(providers).flatMap(([channel, [name, of]]) =>
    of === country && (provider === null || provider === name) ? [channel] : [],
  );
}

/** Digits alone. Its sandbox knows Benin's numbers by their old eight digits only. */
export function phoneNumberFor(e164: string, environment: ProviderEnvironment): string {
  const digits = e164.replace("+", "");
  const isOldForm = environment === "sandbox" && /^22901\d{8}$/.test(digits);
  return isOldForm ? `229${digits.slice(5)}` : digits;
}
