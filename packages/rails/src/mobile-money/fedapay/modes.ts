import { rowOf } from "../../row-of.ts";
import type { ProviderEnvironment } from "../connector.ts";

/** The provider's name of each of our channels; those that it does not name it does not serve. Source: `Transaction.ts` of fedapay-node. */
const modes: Readonly<Record<string, string>> = {
  MTN_OPEN: "mtn_open",
  MOOV_BENIN: "moov",
  MTN_CI: "mtn_ci",
  MOOV_TG: "moov_tg",
  TOGOCOM_TG: "togocel",
  AIRTEL_NE: "airtel_ne",
  FREE_SN: "free_sn",
};

/** Its sandbox has one operator that stands for all. */
const sandboxMode = "momo_test";

export function modeOf(channel: string, environment: ProviderEnvironment): string | undefined {
  const mode = rowOf(modes, channel);
  return mode !== undefined && environment === "sandbox" ? sandboxMode : mode;
}

export function channelsOfMode(mode: string): readonly string[] {
  const all = Object.keys(modes);
  return mode === sandboxMode ? all : all.filter((channel) => modes[channel] === mode);
}
