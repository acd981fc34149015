import { epochMsOf, systemClock } from "@sanu/kernel";
import { type Journal, type JournalFact, openJournal } from "@sanu/sandbox";
import type { NodeWorld } from "./node-world.ts";
import { paymentsOf } from "./payer.ts";

/**
 * What moved outside, as the nodes and gateways say it: of francs what the sandbox did, of satoshis what alice's own records
 * say since Sanu began to use it. Whether Sanu knows of it plays no part.
 */
export async function nodeJournalOf(world: NodeWorld): Promise<Journal> {
  const journal = openJournal({ clock: systemClock, file: null, apply: () => undefined });
  const facts = await Promise.all([capturesOf(world), paidOf(world), onChainOf(world)]);
  for (const fact of [...world.system.sandbox.journal.all(), ...facts.flat()]) journal.record(fact);
  return journal;
}

async function capturesOf({
  network: { alice },
  startedAt,
}: NodeWorld): Promise<readonly JournalFact[]> {
  const from = Math.floor(epochMsOf(startedAt) / 1_000);
  const { invoices } = await alice.call<{
    readonly invoices: readonly {
      readonly r_hash: string;
      readonly state: string;
      readonly amt_paid_sat: string;
    }[];
  }>("GET", `/v1/invoices?num_max_invoices=10000&creation_date_start=${from}`);
  return invoices
    .filter(({ state }) => state === "SETTLED")
    .map(({ r_hash: hash, amt_paid_sat: amountSats }) => {
      const paymentHash = Buffer.from(hash, "base64").toString("hex");
      return { kind: "invoice-captured", paymentHash, amountSats };
    });
}

/** Less than a satoshi of a fee is booked as one. */
async function paidOf({
  network: { alice },
  startedAt,
}: NodeWorld): Promise<readonly JournalFact[]> {
  const from = BigInt(epochMsOf(startedAt)) * 1_000_000n;
  const paid = (await paymentsOf(alice)).filter(
    (each) => each.status === "SUCCEEDED" && BigInt(each.creation_time_ns) >= from,
  );
  return paid.map(({ payment_hash: hash, value_sat: amountSats, fee_msat }) => {
    const feeSats = String((BigInt(fee_msat) + 999n) / 1_000n);
    return { kind: "send-settled", sendId: `lightning:${hash}`, amountSats, feeSats };
  });
}

interface WalletTransaction {
  readonly tx_hash: string;
  readonly amount: string;
  readonly num_confirmations: number;
  readonly total_fees: string;
  readonly label: string;
  readonly output_details: readonly {
    readonly output_index: string;
    readonly amount: string;
    readonly is_our_address: boolean;
  }[];
}

/** Nobody else has alice send anything on chain. */
async function onChainOf({ network: { alice } }: NodeWorld): Promise<readonly JournalFact[]> {
  const { transactions } = await alice.call<{
    readonly transactions: readonly WalletTransaction[];
  }>("GET", "/v1/transactions");
  return transactions
    .filter((each) => each.num_confirmations > 0 && BigInt(each.amount) < 0n)
    .flatMap((each) => {
      const { tx_hash: txid, amount, total_fees: feeSats, label } = each;
      if (label.startsWith("sanu batch:")) return paidTogether(each);
      const amountSats = String(-BigInt(amount) - BigInt(feeSats));
      return [{ kind: "send-settled", sendId: `chain:${txid}`, amountSats, feeSats }];
    });
}

/** Satoshi by satoshi, each in turn, so that nothing is rounded. */
function paidTogether(transaction: WalletTransaction): readonly JournalFact[] {
  const { tx_hash: txid, total_fees: fee, output_details: outputs } = transaction;
  const paid = outputs.filter((output) => !output.is_our_address);
  const shares = paid.map(() => 0);
  for (let left = 0; left < Number(fee); left += 1) {
    const at = left % paid.length;
    shares[at] = (shares[at] ?? 0) + 1;
  }
  return paid.map(({ output_index: output, amount: amountSats }, at) => {
    const sendId = `chain:${txid}:${output}`;
    return { kind: "send-settled", sendId, amountSats, feeSats: String(shares[at]) };
  });
}
