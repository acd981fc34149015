import { readFileSync } from "node:fs";
import { z } from "zod";
import { readCertificates } from "../../http/pinned-certificate.ts";
import type { ConnectorOptions, SettingMistake } from "../../mobile-money/connector.ts";
import { createLndClient, type LndClient } from "./client.ts";
import { ConfirmationsSetting } from "./send/confirmations.ts";

const bytesMax = 65_536;

function contentOf(path: string): Buffer | undefined {
  try {
    const content = readFileSync(path);
    return content.length > bytesMax ? undefined : content;
  } catch {
    return undefined;
  }
}

/** PEM, in one line with `\n` where a file of settings takes no more, or the path of a file that holds it. */
const CertificateSetting = z.string().transform((text, context) => {
  const isPem = text.includes("-----BEGIN");
  const pem = isPem ? text.replaceAll(String.raw`\n`, "\n") : contentOf(text)?.toString("latin1");
  try {
    readCertificates(pem ?? "");
    return pem ?? "";
  } catch {
    context.addIssue({
      code: "custom",
      message: "must be a certificate in PEM, or the path of one",
    });
    return z.NEVER;
  }
});

const hexShape = /^(?:[0-9a-fA-F]{2})+$/;

/** Hex, or the path of the file that lnd wrote, which is binary. Hidden from whoever prints the settings. */
const MacaroonSetting = z.string().transform((text, context) => {
  const hex = hexShape.test(text) ? text : contentOf(text)?.toString("hex");
  if (hex !== undefined && hex.length > 0) return () => hex.toLowerCase();
  context.addIssue({ code: "custom", message: "must be hex, or the path of the macaroon's file" });
  return z.NEVER;
});

export const nodeSettings = {
  LND_URL: z.url({ protocol: /^https$/, error: "must begin with https://" }),
  LND_TLS_CERTIFICATE: CertificateSetting,
  LND_MACAROON: MacaroonSetting,
  /** Money of another network is none. */
  LND_NETWORK: z.enum(["mainnet", "testnet", "signet", "regtest"]).default("mainnet"),
};

const blocks = (minimum: number, maximum: number) =>
  z.coerce.number(`must be between ${minimum} and ${maximum}`).int().min(minimum).max(maximum);

/** Held sats that their payer could take back in fewer blocks are let go. */
export const captureMarginSetting = blocks(6, 144).default(20);

/** For so many blocks at least what was just held can be taken: for about an hour. */
const captureBlocksMin = 6;

export const receiveSettings = {
  ...nodeSettings,
  /** Held sats can be taken for about so many blocks less CAPTURE_MARGIN_BLOCKS, and lnd lets go with 18 left. */
  LND_INVOICE_CLTV_BLOCKS: blocks(40, 2_016).default(80),
  CAPTURE_MARGIN_BLOCKS: captureMarginSetting,
};

/** Held sats would be let go as soon as they came, and with them every sale. */
export function captureContradictions(settings: {
  readonly LND_INVOICE_CLTV_BLOCKS: number;
  readonly CAPTURE_MARGIN_BLOCKS: number;
}): readonly SettingMistake[] {
  const least = settings.CAPTURE_MARGIN_BLOCKS + captureBlocksMin;
  if (settings.LND_INVOICE_CLTV_BLOCKS >= least) return [];
  const message = `must be ${captureBlocksMin} above CAPTURE_MARGIN_BLOCKS at least: every sale would be let go`;
  return [{ name: "LND_INVOICE_CLTV_BLOCKS", message }];
}

export const sendSettings = {
  ...nodeSettings,
  /** On how many blocks a transaction counts as arrived, by its amount. */
  LND_CONFIRMATIONS: ConfirmationsSetting.prefault("0=2,1000000=3,10000000=6"),
  /** Its fee is such that it should be in a block within so many. */
  LND_FEE_TARGET_BLOCKS: blocks(2, 1_008).default(6),
};

/** Only with money of its own does a node serve production. */
export const inProduction = { LND_NETWORK: "mainnet" };

type NodeSettings = z.output<z.ZodObject<typeof nodeSettings>>;

export function openLndClient(settings: NodeSettings, options: ConnectorOptions): LndClient {
  return createLndClient({
    ...options,
    url: settings.LND_URL,
    certificate: settings.LND_TLS_CERTIFICATE,
    macaroon: settings.LND_MACAROON(),
  });
}

/** A hash has one invoice and one payment, however often it is sent; what has settled stays. */
export function lndRail({ provider = "lnd" }: ConnectorOptions) {
  return { provider, retryRule: "resend-same-key", reversibleForMs: 0 } as const;
}
