import { equalBytes } from "@noble/curves/utils.js";
import { hexToBytes } from "@noble/hashes/utils.js";
import type { Sats } from "@sanu/kernel";
import { Address, NETWORK, OutScript, TEST_NETWORK, Transaction } from "@scure/btc-signer";

const networks = [NETWORK, TEST_NETWORK, { ...TEST_NETWORK, bech32: "bcrt" }];

/** Null unless the transaction pays the address exactly the amount. */
export function readPayment(
  rawTransaction: string,
  expected: { readonly address: string; readonly amountSats: Sats },
): { readonly txid: string } | null {
  const script = scriptOf(expected.address);
  if (script === null) return null;
  try {
    const transaction = Transaction.fromRaw(hexToBytes(rawTransaction), {
      allowUnknownOutputs: true,
    });
    const outputs = Array.from({ length: transaction.outputsLength }, (_, index) =>
      transaction.getOutput(index),
    );
    const paid = outputs.filter((output) => output.script && equalBytes(output.script, script));
    const isExact = paid.length === 1 && paid[0]?.amount === BigInt(expected.amountSats);
    return isExact ? { txid: transaction.id } : null;
  } catch {
    return null;
  }
}

function scriptOf(address: string): Uint8Array | null {
  for (const network of networks) {
    try {
      return OutScript.encode(Address(network).decode(address));
    } catch {
      // An address of another network; the next one may know it.
    }
  }
  return null;
}
