import { sha256 } from "@noble/hashes/sha2.js";
import { bech32, bech32m, createBase58check } from "@scure/base";
import { type AcceptedNetwork, type BitcoinNetwork, isAcceptedNetwork } from "./network.ts";
import { type Refused, receiverRefused } from "./refusal.ts";

export type AddressType = "p2pkh" | "p2sh" | "p2wpkh" | "p2wsh" | "p2tr";

export interface BitcoinAddress {
  readonly kind: "address";
  /** Base58 as given (its case carries meaning), bech32 in lower case. */
  readonly canonical: string;
  readonly addressType: AddressType;
}

const base58check = createBase58check(sha256);

const base58Versions: Readonly<
  Record<number, { type: AddressType; networks: readonly BitcoinNetwork[] }>
> = {
  0: { type: "p2pkh", networks: ["mainnet"] },
  5: { type: "p2sh", networks: ["mainnet"] },
  111: { type: "p2pkh", networks: ["testnet", "signet", "regtest"] },
  196: { type: "p2sh", networks: ["testnet", "signet", "regtest"] },
};

const bech32Prefixes: Readonly<Record<string, readonly BitcoinNetwork[]>> = {
  bc: ["mainnet"],
  tb: ["testnet", "signet"],
  bcrt: ["regtest"],
};

const bech32Shape = /^(bc|tb|bcrt)1/i;
const base58Shape = /^[123mn][1-9A-HJ-NP-Za-km-z]{25,34}$/;

/**
 * base58check, bech32 (BIP 173) or bech32m (BIP 350). Witness programs without a spending rule today are refused,
 * because anybody could take what is sent to them.
 */
export function readAddress(text: string, accepted: AcceptedNetwork): BitcoinAddress | Refused {
  if (bech32Shape.test(text)) return readSegwit(text, accepted);
  if (base58Shape.test(text)) return readBase58(text, accepted);
  return receiverRefused("unknown-form");
}

function readBase58(text: string, accepted: AcceptedNetwork): BitcoinAddress | Refused {
  const payload = attempt(() => base58check.decode(text));
  if (payload === null) return receiverRefused("bad-checksum");
  const version = base58Versions[payload[0] ?? -1];
  if (version === undefined || payload.length !== 21) {
    return receiverRefused("unsupported-address");
  }
  if (!isAcceptedNetwork(accepted, version.networks)) return receiverRefused("wrong-network");
  return { kind: "address", canonical: text, addressType: version.type };
}

function readSegwit(text: string, accepted: AcceptedNetwork): BitcoinAddress | Refused {
  const program = witnessProgramOf(text);
  if (program === null) return receiverRefused("bad-checksum");
  if (!isAcceptedNetwork(accepted, bech32Prefixes[program.prefix] ?? [])) {
    return receiverRefused("wrong-network");
  }
  const addressType = segwitTypes[`${program.version}/${program.length}`];
  if (addressType === undefined) return receiverRefused("unsupported-address");
  return { kind: "address", canonical: text.toLowerCase(), addressType };
}

const segwitTypes: Readonly<Record<string, AddressType>> = {
  "0/20": "p2wpkh",
  "0/32": "p2wsh",
  "1/32": "p2tr",
};

interface WitnessProgram {
  readonly prefix: string;
  readonly version: number;
  readonly length: number;
}

function witnessProgramOf(text: string): WitnessProgram | null {
  return (
    readProgram(text, bech32, (version) => version === 0) ??
    readProgram(text, bech32m, (version) => version >= 1 && version <= 16)
  );
}

function readProgram(
  text: string,
  coder: Pick<typeof bech32, "decodeUnsafe" | "fromWordsUnsafe">,
  isVersion: (version: number) => boolean,
): WitnessProgram | null {
  const decoded = coder.decodeUnsafe(text);
  const [version, ...words] = decoded?.words ?? [];
  if (decoded === undefined || version === undefined || !isVersion(version)) return null;
  const bytes = coder.fromWordsUnsafe(words);
  if (bytes === undefined) return null;
  return { prefix: decoded.prefix.toLowerCase(), version, length: bytes.length };
}

function attempt<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch {
    return null;
  }
}
