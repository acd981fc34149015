import { bech32 } from "@scure/base";
import { isNodeKey } from "./signature.ts";
import type { Words } from "./words.ts";

export interface Field {
  readonly type: number;
  readonly data: Words;
}

const hashWords = 52;
const keyWords = 53;
const keyBytes = 33;
/** Key, channel, both fees and blocks of one hop. */
const hopBytes = 51;

/** Of on-chain addresses by their version, in bytes; any other version is nobody's matter. */
const fallbackBytes: Readonly<Record<number, readonly number[]>> = {
  0: [20, 32],
  1: [32],
  17: [20],
  18: [20],
};

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * What lnd reads no invoice by (`zpay32`, 0.21.2), also where we need nothing of it: such an invoice is refused when it is given, not
 * once it is paid for. A hash or key of another length than its own is skipped, as BOLT 11 says.
 */
export function isBrokenField({ type, data }: Field): boolean {
  switch (type) {
    // Payment hash, secret, hash of the description.
    case 1:
    case 16:
    case 23:
      return data.length === hashWords && bytesOf(data) === undefined;
    case 19:
      return data.length === keyWords && bytesOf(data) === undefined;
    case 3:
      return isBrokenHint(bytesOf(data));
    case 9:
      return isBrokenFallback(data);
    case 13:
      return !isText(bytesOf(data));
    // Metadata.
    case 27:
      return bytesOf(data) === undefined;
    // A blinded path, which we do not read.
    case 20:
      return true;
    default:
      return false;
  }
}

/** Undefined where bits are left over that stand for something. */
function bytesOf(words: Words): Uint8Array | undefined {
  return bech32.fromWordsUnsafe([...words]) ?? undefined;
}

function isBrokenHint(bytes: Uint8Array | undefined): boolean {
  if (bytes === undefined || bytes.length === 0 || bytes.length % hopBytes !== 0) return true;
  const hops = Array.from({ length: bytes.length / hopBytes }, (_, hop) => hop * hopBytes);
  return !hops.every((at) => isNodeKey(bytes.slice(at, at + keyBytes)));
}

function isBrokenFallback([version, ...address]: Words): boolean {
  if (version === undefined || address.length === 0) return true;
  const lengths = fallbackBytes[version];
  return lengths !== undefined && !lengths.includes(bytesOf(address)?.length ?? 0);
}

function isText(bytes: Uint8Array | undefined): boolean {
  try {
    return bytes !== undefined && utf8.decode(bytes) !== undefined;
  } catch {
    return false;
  }
}
