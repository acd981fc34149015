import type { RequestHandler } from "@sanu/platform";
import { cancelTransaction } from "./handlers/cancel-transaction.ts";
import { changeStandingOrder } from "./handlers/change-standing-order.ts";
import { createQuote, type QuoteDeps } from "./handlers/create-quote.ts";
import { createStandingOrder } from "./handlers/create-standing-order.ts";
import { createTransaction } from "./handlers/create-transaction.ts";
import {
  approveVerdict,
  type CaseHandlerDeps,
  proposeVerdict,
  withdrawProposal,
} from "./handlers/decide-case.ts";
import { findPaymentPage } from "./handlers/find-payment-page.ts";
import { findProgress } from "./handlers/find-progress.ts";
import { findReservation } from "./handlers/find-reservation.ts";
import { freezeRates } from "./handlers/freeze-rates.ts";
import { getCase } from "./handlers/get-case.ts";
import { getDestination } from "./handlers/get-destination.ts";
import { getFlashback } from "./handlers/get-flashback.ts";
import { getMonitored } from "./handlers/get-monitored.ts";
import { getPaymentPage } from "./handlers/get-payment-page.ts";
import { getRates } from "./handlers/get-rates.ts";
import { getRemaining } from "./handlers/get-remaining.ts";
import { getResume } from "./handlers/get-resume.ts";
import { getStandingOrder } from "./handlers/get-standing-order.ts";
import { getTransaction } from "./handlers/get-transaction.ts";
import { getTreasury, type TreasuryViewDeps } from "./handlers/get-treasury.ts";
import { getWallet } from "./handlers/get-wallet.ts";
import { listCases } from "./handlers/list-cases.ts";
import { listMonitored } from "./handlers/list-monitored.ts";
import { listMonitoredOrders } from "./handlers/list-monitored-orders.ts";
import { listProgress } from "./handlers/list-progress.ts";
import { listRates } from "./handlers/list-rates.ts";
import { listSalesToNumber } from "./handlers/list-sales-to-number.ts";
import { listStandingOrders } from "./handlers/list-standing-orders.ts";
import { listTransactions } from "./handlers/list-transactions.ts";
import { provideRefundInvoice } from "./handlers/provide-refund-invoice.ts";
import { resolveReview } from "./handlers/resolve-review.ts";
import { saveNumbers } from "./handlers/save-numbers.ts";
import { saveReceivers } from "./handlers/save-receivers.ts";
import {
  type TransactionsProposalDeps,
  transactionsProposalHandlers,
} from "./handlers/transactions-proposals.ts";
import type { OccurrenceDeps } from "./occurrences/deps.ts";
import type { ListBuilder } from "./projections/list/query.ts";
import type { SaveListDeps } from "./wallet/save-list.ts";

export const requestLimits = {
  /** Orders that wait for their link at the same time; each costs a promise and its part of one poll. */
  ordersMax: 512,
} as const;

export interface RequestHandlerDeps
  extends OccurrenceDeps,
    Omit<TransactionsProposalDeps, "standingsOf">,
    QuoteDeps,
    Omit<CaseHandlerDeps, "persons" | "proposals">,
    Pick<TreasuryViewDeps, "treasury">,
    Pick<SaveListDeps, "customers"> {
  readonly builder: ListBuilder;
  readonly timeZone: string;
  readonly pageKeptMs: number;
}

/** Every request of transactions. Orders wait for others, so they are served apart from the rest. */
export function requestHandlersOf(deps: RequestHandlerDeps): {
  readonly orders: readonly RequestHandler[];
  readonly others: readonly RequestHandler[];
} {
  return {
    orders: [createTransaction(deps)],
    others: [
      getTransaction(deps),
      listTransactions(deps),
      getFlashback(deps),
      getRemaining(deps),
      getResume(deps),
      getDestination(deps),
      listSalesToNumber(deps),
      findReservation(deps),
      getTreasury(deps),
      cancelTransaction(deps),
      provideRefundInvoice(deps),
      resolveReview(deps),
      getRates(deps),
      listRates(deps),
      freezeRates(deps),
      ...transactionsProposalHandlers(deps),
      createQuote(deps),
      getPaymentPage(deps),
      findProgress(deps),
      listProgress(deps),
      listMonitored(deps),
      getMonitored(deps),
      listMonitoredOrders(deps),
      listCases(deps),
      getCase(deps),
      proposeVerdict(deps),
      approveVerdict(deps),
      withdrawProposal(deps),
      getWallet(deps),
      saveReceivers(deps),
      saveNumbers(deps),
      createStandingOrder(deps),
      getStandingOrder(deps),
      listStandingOrders(deps),
      changeStandingOrder(deps),
      findPaymentPage(deps),
    ],
  };
}
