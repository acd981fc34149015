export interface NumberingPlan {
  readonly country: string;
  readonly callingCode: string;
  readonly nationalDigits: number;
  /** Longest prefix first where two overlap. A prefix names the operator that first gave out the number. */
  readonly channels: readonly (readonly [channel: string, prefixes: RegExp])[];
}

/**
 * The franc zone as of July 2026: `resources/carrier/en` of libphonenumber and the operators' wallets. Where numbers can be
 * ported the channel is a hint, and a rail that predicts the operator knows better.
 */
export const numberingPlans: readonly NumberingPlan[] = [
  {
    country: "BJ",
    callingCode: "229",
    nationalDigits: 10,
    channels: [
      ["MTN_OPEN", /^01(42|46|5[0-4679]|6[12679]|9[0167])/],
      ["MOOV_BENIN", /^01(45|55|58|60|6[3-58]|9[4589])/],
      ["CELTIIS_BENIN", /^01(28|4[01347-9]|9[23])/],
    ],
  },
  {
    country: "CI",
    callingCode: "225",
    nationalDigits: 10,
    channels: [
      ["ORANGE_CI", /^07/],
      ["MTN_CI", /^05/],
      ["MOOV_CI", /^01/],
    ],
  },
  {
    country: "SN",
    callingCode: "221",
    nationalDigits: 9,
    channels: [
      ["ORANGE_SN", /^7[178]/],
      ["FREE_SN", /^76/],
      ["EXPRESSO_SN", /^70/],
      // Promobile has no wallet of its own; its customers pay with Wave.
      ["WAVE_SN", /^75/],
    ],
  },
  {
    country: "TG",
    callingCode: "228",
    nationalDigits: 8,
    channels: [
      ["TOGOCOM_TG", /^(9[0-3]|7[0-2])/],
      ["MOOV_TG", /^(9[6-9]|7[89])/],
    ],
  },
  {
    country: "BF",
    callingCode: "226",
    nationalDigits: 8,
    channels: [
      ["TELECEL_BF", /^(58|6[89]|7[89])/],
      ["ORANGE_BF", /^(0[4-7]|4[4-6]|5[4-7]|6[4-7]|7[4-7])/],
      ["MOOV_BF", /^(0[1-3]|5[0-3]|6[0-3]|7[0-3])/],
    ],
  },
  {
    country: "ML",
    callingCode: "223",
    nationalDigits: 8,
    channels: [
      ["ORANGE_ML", /^(7|8[2-5]|9[0-4]|200)/],
      ["MOOV_ML", /^(6|89|9[5-9]|217)/],
    ],
  },
  {
    country: "NE",
    callingCode: "227",
    nationalDigits: 8,
    channels: [
      ["AIRTEL_NE", /^(77|8[6-9]|9[6-9])/],
      ["ZAMANI_NE", /^(70|8[0-2]|9[0-2]|23)/],
      ["MOOV_NE", /^(74|8[45]|9[45])/],
    ],
  },
  {
    country: "GW",
    callingCode: "245",
    nationalDigits: 9,
    channels: [
      ["ORANGE_GW", /^95/],
      ["MTN_GW", /^96/],
    ],
  },
];

/** The channel of a number whose operator is unknown; only the sandbox takes it. */
export const UNKNOWN_CHANNEL = "SANDBOX";

/** All that an order can name. */
export const knownChannels: readonly string[] = [
  ...numberingPlans.flatMap(({ channels }) => channels.map(([name]) => name)),
  UNKNOWN_CHANNEL,
];

/** The wallets of a country: people keep their number when they change the operator. */
export function channelsOf(country: string): readonly string[] {
  const plan = numberingPlans.find((one) => one.country === country);
  return plan?.channels.map(([name]) => name) ?? [];
}

/**
 * The wallet of a country that a client means by a name: the name itself, or by its first word the operator, whose wallet it is
 * there. `MTN_TOGO` with a number of Benin is MTN's of Benin. Undefined where no such operator has a wallet there.
 */
export function channelNamed(country: string, name: string): string | undefined {
  const wanted = name.trim().toUpperCase();
  const operator = operatorOf(wanted);
  const there = channelsOf(country);
  return there.find((one) => one === wanted) ?? there.find((one) => operatorOf(one) === operator);
}

const operatorOf = (name: string): string | undefined => name.split(/[_\s-]/)[0];
