import type { Clock } from "@sanu/kernel";
import type { Control } from "./control/control.ts";
import type { Callbacks } from "./gateway/callbacks.ts";
import type { DisbursementBook } from "./gateway/disbursement.ts";
import type { Disburser } from "./gateway/disburser.ts";
import type { Gateway } from "./gateway/gateway.ts";
import type { PaymentBook } from "./gateway/payment.ts";
import type { Refunds } from "./gateway/refunds.ts";
import type { Reversals } from "./gateway/reversals.ts";
import type { Journal } from "./journal/journal.ts";
import type { HoldBook } from "./node/hold-invoice.ts";
import type { HoldInvoices } from "./node/hold-invoices.ts";
import type { BitcoinNode } from "./node/node.ts";
import type { SendBook } from "./node/send.ts";
import type { Wallet } from "./node/wallet.ts";
import type { Scheduler } from "./scheduler.ts";
import type { StatementBook } from "./statements/statement-book.ts";
import type { StatementMistakes } from "./statements/statement-mistakes.ts";

export interface SandboxParts {
  readonly clock: Clock;
  readonly journal: Journal;
  readonly scheduler: Scheduler;
  readonly control: Control;
  readonly payments: PaymentBook;
  readonly gateway: Gateway;
  readonly refunds: Refunds;
  readonly reversals: Reversals;
  readonly callbacks: Callbacks;
  readonly disbursements: DisbursementBook;
  readonly disburser: Disburser;
  readonly sends: SendBook;
  readonly wallet: Wallet;
  readonly node: BitcoinNode;
  readonly holdBook: HoldBook;
  readonly holds: HoldInvoices;
  readonly statements: StatementBook;
  /** What the statements say wrongly. */
  readonly mistakes: StatementMistakes;
  /** Where browsers reach the payment page; known once the sandbox listens. */
  readonly publicUrl: () => string;
}
