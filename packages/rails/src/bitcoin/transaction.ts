import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import type { Sats } from "@sanu/kernel";
import { Address, NETWORK, OutScript, TEST_NETWORK, Transaction } from "@scure/btc-signer";

const networks = [NETWORK, TEST_NETWORK, { ...TEST_NETWORK, bech32: "bcrt" }];

export interface Payment {
  readonly txid: string;
  /** The outpoints that it spends, `<txid>:<index>`. */
  readonly spends: readonly string[];
  /** Where the output to the receiver stands; there is one. */
  readonly paidAt: number;
  /** In satoshis, all of them. */
  readonly outputs: readonly bigint[];
}

/** Null unless the transaction pays the address exactly the amount, once. */
export function readPayment(
  rawTransaction: string,
  expected: { readonly address: string; readonly amountSats: Sats },
): Payment | null {
  const script = scriptOf(expected.address);
  if (script === null) return null;
  try {
    const transaction = Transaction.fromRaw(hexToBytes(rawTransaction), {
      allowUnknownOutputs: true,
      allowUnknownInputs: true,
    });
    const outputs = Array.from({ length: transaction.outputsLength }, (_, index) =>
      transaction.getOutput(index),
    );
    const isPaid = outputs.map(
      (output) => output.script && bytesToHex(output.script) === bytesToHex(script),
    );
    const paidAt = isPaid.indexOf(true);
    const isOnce = paidAt === isPaid.lastIndexOf(true);
    if (!isOnce || outputs[paidAt]?.amount !== BigInt(expected.amountSats)) return null;
    const amounts = outputs.map(({ amount = 0n }) => amount);
    return { txid: transaction.id, spends: spentBy(transaction), paidAt, outputs: amounts };
  } catch {
    return null;
  }
}

function spentBy(transaction: Transaction): readonly string[] {
  return Array.from({ length: transaction.inputsLength }, (_, at) => {
    const { txid, index } = transaction.getInput(at);
    if (txid === undefined || index === undefined) throw new Error("An input spends nothing");
    return `${bytesToHex(txid)}:${index}`;
  });
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
