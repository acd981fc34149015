import { z } from "zod";
import { ProviderUrlSetting } from "../../mobile-money/connector.ts";

export const accountSettings = {
  /** Where phoenixd listens: on this machine in the clear, elsewhere behind something that speaks TLS. */
  PHOENIXD_URL: ProviderUrlSetting,
  /** The one that may pay (`http-password` of phoenix.conf). Hidden from whoever prints the settings. */
  PHOENIXD_PASSWORD: z
    .string()
    .min(8)
    .transform((password) => () => password),
  /** Money of another network is none. */
  PHOENIXD_NETWORK: z.enum(["mainnet", "testnet", "signet", "regtest"]).default("mainnet"),
};

/** Only with money of its own does a node serve production. */
export const inProduction = { PHOENIXD_NETWORK: "mainnet" };

type Settings = z.output<z.ZodObject<typeof accountSettings>>;

/** HTTP Basic without a user. Source: github.com/ACINQ/phoenixd, Api.kt. */
export function accountOf({ PHOENIXD_URL: baseUrl, PHOENIXD_PASSWORD: password }: Settings) {
  const credentials = Buffer.from(`:${password()}`).toString("base64");
  return { baseUrl, headers: { authorization: `Basic ${credentials}` } };
}
