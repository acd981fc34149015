import type { Clock } from "@sanu/kernel";
import type { Control } from "./control/control.ts";
import type { Callbacks } from "./gateway/callbacks.ts";
import type { Gateway } from "./gateway/gateway.ts";
import type { PaymentBook } from "./gateway/payment.ts";
import type { Journal } from "./journal/journal.ts";
import type { BitcoinNode } from "./node/node.ts";
import type { SendBook } from "./node/send.ts";
import type { Scheduler } from "./scheduler.ts";

/** Everything inside the sandbox, for its routes. */
export interface SandboxParts {
  readonly clock: Clock;
  readonly journal: Journal;
  readonly scheduler: Scheduler;
  readonly control: Control;
  readonly payments: PaymentBook;
  readonly gateway: Gateway;
  readonly callbacks: Callbacks;
  readonly sends: SendBook;
  readonly node: BitcoinNode;
  /** Where browsers reach the payment page; known once the sandbox listens. */
  readonly publicUrl: () => string;
}
