import type { EntryOf, Sandbox } from "@sanu/sandbox";

const limits = {
  slowMs: 500,
  /** An invoice that nobody pays is closed after this, which takes a quarter of an hour outside. */
  expireMs: 1_000,
  /** Held money goes back after this. */
  cancelAfterMs: 300,
  /** Fewer than any setting takes money with. */
  blocksTooFew: 3,
} as const;

/** Lets something happen later, unless the payers have been closed by then. */
export type After = (delayMs: number, work: () => void) => void;

type Act = (sandbox: Sandbox, paymentHash: string, after: After) => void;

/** What the sellers' wallets do with an invoice, by the last digit of its satoshis (`sale-outcomes.ts`). */
const acts: Readonly<Record<string, Act>> = {
  "1": ({ holds }, hash) => void holds.pay(hash),
  "5": ({ holds }, hash, after) => after(limits.slowMs, () => void holds.pay(hash)),
  "0": (sandbox, hash, after) =>
    after(limits.expireMs, () => giveUp(sandbox, hash, { from: "open", reason: "expired" })),
  "6": ({ holds }, hash) => void holds.pay(hash, { blocks: limits.blocksTooFew }),
  "7": ({ holds, holdBook }, hash) => {
    const amountSats = (holdBook.find(hash)?.amountSats ?? 0n) + 1n;
    holds.pay(hash, { amountSats });
  },
  "8": (sandbox, hash, after) => {
    sandbox.holds.pay(hash);
    after(limits.cancelAfterMs, () => giveUp(sandbox, hash, { from: "held", reason: "timed-out" }));
  },
};

/** Lets the seller act for whom an invoice was made. */
export function actAsSeller(
  sandbox: Sandbox,
  { amountSats, paymentHash }: EntryOf<"invoice-opened">,
  after: After,
): void {
  acts[amountSats.slice(-1)]?.(sandbox, paymentHash, after);
}

function giveUp(
  { holdBook, journal }: Sandbox,
  paymentHash: string,
  { from, reason }: { readonly from: "open" | "held"; readonly reason: "expired" | "timed-out" },
): void {
  if (holdBook.find(paymentHash)?.status !== from) return;
  journal.record({ kind: "invoice-cancelled", paymentHash, reason });
}
