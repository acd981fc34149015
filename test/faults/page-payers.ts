import { type JournalEntry, type Payment, type Sandbox, statusOf } from "@sanu/sandbox";
import { type After, actAsSeller } from "./sellers.ts";

const limits = { lookEveryMs: 30 } as const;

/** What the payers do who use the provider's page, by the last digits of their number. */
const acts: Readonly<Record<string, (sandbox: Sandbox, payment: Payment) => void>> = {
  "111": ({ gateway }, payment) => gateway.receive(payment),
  "112": ({ gateway }, payment) => gateway.fail(payment, "declined"),
  "113": ({ gateway }, payment) => gateway.receive(payment, payment.amountXof - 1n),
  "114": ({ gateway }, payment) => {
    gateway.receive(payment);
    gateway.receive(payment);
  },
};

/** Lets the payers and sellers act who have to do something themselves: each once, when the provider has the order. */
export function startPagePayers(sandbox: Sandbox): { readonly close: () => void } {
  const waiting = new Set<NodeJS.Timeout>();
  const after: After = (delayMs, work) => {
    const timer = setTimeout(() => {
      waiting.delete(timer);
      work();
    }, delayMs);
    waiting.add(timer);
  };
  let seen = 0;
  const look = (): void => {
    const entries = sandbox.journal.all();
    const before = seen;
    seen = entries.at(-1)?.seq ?? 0;
    for (let at = entries.length - 1; at >= 0; at -= 1) {
      const entry = entries[at];
      if (entry === undefined || entry.seq <= before) return;
      act(sandbox, entry, after);
    }
  };
  const timer = setInterval(look, limits.lookEveryMs);
  return {
    close() {
      clearInterval(timer);
      for (const one of waiting) clearTimeout(one);
    },
  };
}

function act(sandbox: Sandbox, entry: JournalEntry, after: After): void {
  if (entry.kind === "invoice-opened") actAsSeller(sandbox, entry, after);
  if (entry.kind !== "payment-created") return;
  const payment = sandbox.payments.findByKey(entry.key);
  if (payment === undefined || statusOf(payment) !== "pending") return;
  acts[entry.payerNumber.slice(-3)]?.(sandbox, payment);
}
