import { join } from "node:path";
import { type Clock, plusMs, systemClock } from "@sanu/kernel";
import { createControl } from "./control/control.ts";
import { type Callbacks, createCallbacks } from "./gateway/callbacks.ts";
import { createDisbursementBook } from "./gateway/disbursement.ts";
import { createDisburser } from "./gateway/disburser.ts";
import { createGateway } from "./gateway/gateway.ts";
import { createPaymentBook } from "./gateway/payment.ts";
import { createRefunds, type Refunds } from "./gateway/refunds.ts";
import { createReversals } from "./gateway/reversals.ts";
import { createSandboxServer } from "./http/server.ts";
import { openJournal } from "./journal/journal.ts";
import { type Delays, standardDelays } from "./limits.ts";
import { createHoldBook } from "./node/hold-invoice.ts";
import { createHoldInvoices } from "./node/hold-invoices.ts";
import { type LndServerOptions, startLndServer } from "./node/lnd/lnd-server.ts";
import { createNode } from "./node/node.ts";
import { createSendBook } from "./node/send.ts";
import { createWallet } from "./node/wallet.ts";
import type { SandboxParts } from "./parts.ts";
import { createScheduler, type Scheduler } from "./scheduler.ts";
import { createStatementBook } from "./statements/statement-book.ts";
import { createStatementMistakes } from "./statements/statement-mistakes.ts";

export interface SandboxOptions {
  /** 0, the default, lets the system choose. */
  readonly port?: number;
  readonly host?: string;
  /** Where browsers reach the payment page; by default where the sandbox listens. */
  readonly publicUrl?: string;
  /** Where callbacks go; null sends none. Can be changed later. */
  readonly callbackUrl: string | null;
  readonly callbackSecret: string;
  readonly delays?: Partial<Delays>;
  /** A folder for the journal, which then survives a restart; null keeps it in memory. */
  readonly dataDir?: string | null;
  /** The journal is on the disk once the sandbox is closed, and not before. */
  readonly unsyncedJournal?: boolean;
  readonly clock?: Clock;
  /** By which what takes time happens; a program that moves the clock brings one that follows it. */
  readonly scheduler?: Scheduler;
  /** Shows its node as lnd would besides, on a port of its own. */
  readonly lnd?: LndServerOptions;
}

/** What nobody outside has, or has only a part of. */
type OwnPart = "clock" | "scheduler" | "disburser" | "publicUrl" | "callbacks" | "refunds";

/** A running sandbox. `journal` is the independent truth about what was collected and paid. */
export interface Sandbox extends Omit<SandboxParts, OwnPart> {
  readonly url: string;
  readonly port: number;
  /** Where it speaks as lnd; null where it does not. */
  readonly lndUrl: string | null;
  readonly callbacks: Pick<Callbacks, "change" | "send" | "countUnderWay">;
  readonly refunds: Pick<Refunds, "setDifferenceXof">;
  readonly close: () => Promise<void>;
}

/** Starts the gateway and the node behind the sandbox rails; resolves when they listen. */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  let publicUrl = options.publicUrl ?? "";
  const parts = assemble(options, () => publicUrl);
  const app = createSandboxServer(parts);
  const url = await app.listen({ port: options.port ?? 0, host: options.host ?? "127.0.0.1" });
  const port = Number(new URL(url).port);
  if (publicUrl === "") publicUrl = url;
  const lnd = options.lnd === undefined ? null : await startLndServer(parts, options.lnd);
  parts.gateway.resume();
  parts.disburser.resume();
  parts.refunds.resume();
  parts.node.resume();
  parts.holds.resume();

  const { journal, control, callbacks, gateway, payments, refunds, disbursements, sends } = parts;
  const { wallet, node, holdBook, holds, reversals, statements, mistakes } = parts;
  return {
    url,
    port,
    lndUrl: lnd?.url ?? null,
    journal,
    control,
    callbacks,
    gateway,
    payments,
    refunds,
    reversals,
    disbursements,
    sends,
    wallet,
    node,
    holdBook,
    holds,
    statements,
    mistakes,
    async close() {
      parts.scheduler.close();
      callbacks.close();
      app.server.closeAllConnections();
      await Promise.all([app.close(), lnd?.close()]);
      journal.close();
    },
  };
}

function assemble(options: SandboxOptions, publicUrl: () => string): SandboxParts {
  const { clock: trueClock = systemClock, dataDir = null, unsyncedJournal = false } = options;
  const delays = { ...standardDelays, ...options.delays };
  const control = createControl(delays);
  const clock = { now: () => plusMs(trueClock.now(), control.clockOffsetMs()) };
  const payments = createPaymentBook();
  const disbursements = createDisbursementBook();
  const sends = createSendBook();
  const wallet = createWallet();
  const holdBook = createHoldBook();
  const statements = createStatementBook();
  const journal = openJournal({
    clock,
    file: dataDir === null ? null : join(dataDir, "journal.jsonl"),
    unsynced: unsyncedJournal,
    apply(entry) {
      payments.apply(entry);
      disbursements.apply(entry);
      sends.apply(entry);
      wallet.apply(entry);
      holdBook.apply(entry);
      statements.apply(entry);
    },
  });
  const scheduler = options.scheduler ?? createScheduler();
  const shared = { journal, scheduler, clock, delays };
  const callbacks = createCallbacks({
    ...shared,
    secret: options.callbackSecret,
    url: options.callbackUrl,
  });
  const gateway = createGateway({ ...shared, book: payments, callbacks });
  const refunds = createRefunds({ ...shared, book: payments });
  const disburser = createDisburser({ ...shared, book: disbursements });
  const reversals = createReversals({ journal, payments, disbursements, callbacks });
  const node = createNode({ ...shared, book: sends, wallet, holdBook });
  const holds = createHoldInvoices({ ...shared, book: holdBook });
  const collecting = { payments, gateway, refunds, reversals, callbacks };
  const disbursing = { disbursements, disburser };
  const nodeParts = { sends, wallet, node, holdBook, holds };
  const stated = { statements, mistakes: createStatementMistakes() };
  return { ...shared, control, ...collecting, ...disbursing, ...nodeParts, ...stated, publicUrl };
}
