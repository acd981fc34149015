import { bytesToHex } from "@noble/hashes/utils.js";
import { type Instant, instantOfEpochMs } from "@sanu/kernel";
import { bech32 } from "@scure/base";
import type { BitcoinNetwork } from "../network.ts";
import { readAmountMsat } from "./amount.ts";
import { readFields } from "./fields.ts";
import { readPayee, SIGNATURE_WORDS } from "./signature.ts";
import { numberOfWords } from "./words.ts";

/** Checksum, fields and signature hold. */
export interface Bolt11Invoice {
  readonly text: string;
  readonly network: BitcoinNetwork;
  /** Null where the payer chooses the amount. */
  readonly amountMsat: bigint | null;
  /** Lower-case hex of 32 bytes. */
  readonly paymentHash: string;
  /** The same form; null where the invoice describes itself in words. */
  readonly descriptionHash: string | null;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
  readonly finalCltvBlocks: number;
  /** The key of the node that is paid, lower-case hex of 33 bytes. */
  readonly payee: string;
}

const TIMESTAMP_WORDS = 7;
const prefixShape = /^ln(bcrt|bc|tbs|tb)(\d.*)?$/;
/** The last second of the year 9999: a later expiry is no moment that can be written. */
const EPOCH_SECONDS_MAX = 253_402_300_799;

const networks: Readonly<Record<string, BitcoinNetwork>> = {
  bc: "mainnet",
  tb: "testnet",
  tbs: "signet",
  bcrt: "regtest",
};

/** In either case; null where BOLT 11 says that the payment must fail. */
export function readInvoice(text: string): Bolt11Invoice | null {
  const decoded = bech32.decodeUnsafe(text, false);
  if (decoded === undefined) return null;
  const prefix = decoded.prefix.toLowerCase();
  const [, currency, amount] = prefixShape.exec(prefix) ?? [];
  const network = networks[currency ?? ""];
  const amountMsat = readAmountMsat(amount ?? "");
  if (network === undefined || amountMsat === undefined) return null;

  const { words } = decoded;
  const data = words.slice(0, -SIGNATURE_WORDS);
  const fields = readFields(data.slice(TIMESTAMP_WORDS));
  if (fields === null) return null;
  const signature = words.slice(-SIGNATURE_WORDS);
  const payee = readPayee({ prefix, data, signature, payee: fields.payee });
  if (payee === null) return null;

  const createdSeconds = numberOfWords(data.slice(0, TIMESTAMP_WORDS));
  const expirySeconds = Math.min(createdSeconds + fields.expirySeconds, EPOCH_SECONDS_MAX);
  return {
    text: text.toLowerCase(),
    network,
    amountMsat,
    paymentHash: bytesToHex(fields.paymentHash),
    descriptionHash: fields.descriptionHash === null ? null : bytesToHex(fields.descriptionHash),
    createdAt: instantOfEpochMs(createdSeconds * 1000),
    expiresAt: instantOfEpochMs(expirySeconds * 1000),
    finalCltvBlocks: fields.finalCltvBlocks,
    payee: bytesToHex(payee),
  };
}
