export { type Control, Fault, type Mishap, Operation } from "./control/control.ts";
export { createSandbox, type Sandbox, type SandboxOptions } from "./create-sandbox.ts";
export { type CallbackSettings, callbackSignature } from "./gateway/callbacks.ts";
export { type Disbursement, disbursementStatusOf } from "./gateway/disbursement.ts";
export { type Payment, type PaymentStatus, statusOf } from "./gateway/payment.ts";
export type { EntryOf, JournalEntry, JournalFact, JournalKind } from "./journal/entries.ts";
export { type Journal, openJournal } from "./journal/journal.ts";
export { type Delays, standardDelays } from "./limits.ts";
export {
  createLnurlServer,
  type LnurlServer,
  type LnurlServerOptions,
} from "./lnurl/lnurl-server.ts";
export type { LnurlBehaviour } from "./lnurl/receiver-server-behaviour.ts";
export type { InvoiceAsked, WrittenInvoice } from "./lnurl/written-invoice.ts";
export { createMailSink, type MailSink, type MailSinkOptions } from "./mail/mail-sink.ts";
export type { Mail } from "./mail/mail-store.ts";
export { type Send, sendStatusOf } from "./node/send.ts";
export {
  type PhoenixdServer,
  type PhoenixdServerOptions,
  startPhoenixdServer,
} from "./phoenixd/server.ts";
export type { ProviderCall } from "./providers/provider-faults.ts";
export type { ProviderOrder } from "./providers/provider-order.ts";
export type { ProviderServer } from "./providers/provider-server.ts";
export {
  type SimulatedProvider,
  simulatedProviders,
  simulateProvider,
} from "./providers/provider-servers.ts";
export type { Scheduler } from "./scheduler.ts";
