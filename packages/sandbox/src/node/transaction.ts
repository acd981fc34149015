import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, randomBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { NETWORK, p2wpkh, TEST_NETWORK, Transaction } from "@scure/btc-signer";
import { pointFromScalar } from "tiny-secp256k1";

const regtest = { ...TEST_NETWORK, bech32: "bcrt" };
const walletKey = sha256(utf8ToBytes("sanu sandbox wallet"));
const publicKey = pointFromScalar(walletKey, true);
if (publicKey === null) throw new Error("The wallet has no key");
const wallet = p2wpkh(publicKey, regtest);

/** One input and one output of at most 43 bytes at 2 sat per virtual byte. */
export const CHAIN_FEE_SATS = 250n;

export interface BuiltTransaction {
  readonly txid: string;
  readonly rawTransaction: string;
}

/**
 * Signs a transaction that pays an address of any network from a coin that exists only here. Null where the
 * address cannot be paid.
 */
export function buildTransaction(address: string, amountSats: bigint): BuiltTransaction | null {
  for (const network of [NETWORK, TEST_NETWORK, regtest]) {
    const transaction = new Transaction();
    try {
      transaction.addOutputAddress(address, amountSats, network);
    } catch {
      continue;
    }
    const coin = { script: wallet.script, amount: amountSats + CHAIN_FEE_SATS };
    transaction.addInput({ txid: randomBytes(32), index: 0, witnessUtxo: coin });
    transaction.sign(walletKey);
    transaction.finalize();
    return { txid: transaction.id, rawTransaction: bytesToHex(transaction.extract()) };
  }
  return null;
}

/** The id of a raw transaction; null where it is none. */
export function txidOf(rawTransaction: string): string | null {
  try {
    return Transaction.fromRaw(hexToBytes(rawTransaction)).id;
  } catch {
    return null;
  }
}
