import type { ProposeVerdict, proposedKinds, RequestInput } from "@sanu/contracts";

export interface SaidOptions {
  readonly verdict: (typeof proposedKinds)[number];
  readonly reference?: string;
  readonly amountXof?: number;
  readonly amountSats?: number;
}

/** What an admin says at the shell. Throws where it names no money, or two, or a part of what is said of all. */
export function proposedOf(said: SaidOptions): RequestInput<typeof ProposeVerdict>["proposed"] {
  const { verdict: kind, reference: providerReference, amountXof, amountSats } = said;
  if (kind !== "arrived" && (amountXof ?? amountSats) !== undefined) {
    throw new Error(`\`${kind}\` is said of all that the case is about: it takes no amount`);
  }
  if (kind === "paid-by-hand" || kind === "recovered") {
    if (providerReference === undefined) throw new Error(`\`${kind}\` needs --reference`);
    return { kind, providerReference };
  }
  if (kind !== "arrived") return { kind };
  if (providerReference === undefined || (amountXof === undefined) === (amountSats === undefined)) {
    throw new Error("`arrived` needs --reference and one of --amount-xof and --amount-sats");
  }
  const money =
    amountXof === undefined
      ? ({ currency: "SATS", amountSats: `${amountSats}` } as const)
      : ({ currency: "XOF", amountXof: `${amountXof}` } as const);
  return { kind, providerReference, money };
}
