import { hexToBytes } from "@noble/hashes/utils.js";
import { Address, OutScript, TEST_NETWORK, Transaction } from "@scure/btc-signer";

const regtest = { ...TEST_NETWORK, bech32: "bcrt" };

export interface Sketch {
  readonly spends: readonly string[];
  readonly pays: readonly (readonly [string, bigint])[];
}

/** What a node signed, in hex; nobody looks at the signatures. */
export function signed({ spends, pays }: Sketch): string {
  const transaction = new Transaction({ allowUnknownOutputs: true });
  for (const outpoint of spends) {
    const [txid = "", index = ""] = outpoint.split(":");
    transaction.addInput({ txid: hexToBytes(txid), index: Number(index) });
  }
  for (const [to, amount] of pays) {
    transaction.addOutput({ script: OutScript.encode(Address(regtest).decode(to)), amount });
  }
  return Buffer.from(transaction.unsignedTx).toString("hex");
}
