import { rowOf } from "../../row-of.ts";

/** How the page and a payout name each of our channels, and whose balance pays. */
export interface ServedChannel {
  readonly onPage: string;
  readonly forPayout: string;
  readonly country: string;
}

const same = (name: string, country: string): ServedChannel => ({
  onPage: name,
  forPayout: name,
  country,
});

/** Sources: `channels` of developers.paydunya.com/doc/EN/http_json, `withdraw_mode` of …/api_deboursement. */
const channels: Readonly<Record<string, ServedChannel>> = {
  MTN_OPEN: same("mtn-benin", "BJ"),
  MOOV_BENIN: same("moov-benin", "BJ"),
  CELTIIS_BENIN: same("celtiis-cash", "BJ"),
  ORANGE_CI: same("orange-money-ci", "CI"),
  MTN_CI: same("mtn-ci", "CI"),
  MOOV_CI: same("moov-ci", "CI"),
  ORANGE_SN: same("orange-money-senegal", "SN"),
  FREE_SN: same("free-money-senegal", "SN"),
  WAVE_SN: same("wave-senegal", "SN"),
  EXPRESSO_SN: { onPage: "expresso-sn", forPayout: "expresso-senegal", country: "SN" },
  TOGOCOM_TG: same("t-money-togo", "TG"),
  MOOV_TG: same("moov-togo", "TG"),
  ORANGE_BF: same("orange-money-burkina", "BF"),
  MOOV_BF: same("moov-burkina-faso", "BF"),
  ORANGE_ML: same("orange-money-mali", "ML"),
};

export function servedChannel(channel: string): ServedChannel | undefined {
  return rowOf(channels, channel);
}

export function channelsOfCountry(country: string): readonly string[] {
  return Object.keys(channels).filter((channel) => channels[channel]?.country === country);
}
