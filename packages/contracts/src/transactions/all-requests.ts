import { caseRequests } from "./cases.ts";
import { changeRequests } from "./change-requests.ts";
import { ListMonitoredOrders } from "./monitored-orders.ts";
import { monitoringRequests } from "./monitoring.ts";
import { progressRequests } from "./progress.ts";
import { rateRequests } from "./rate-requests.ts";
import {
  CreateTransaction,
  GetDestination,
  GetFlashback,
  GetPaymentPage,
  GetRemaining,
  GetResume,
  GetTransaction,
  ListSalesToNumber,
  ListTransactions,
} from "./requests.ts";
import { standingOrderRequests } from "./standing-orders.ts";
import { treasuryRequests } from "./treasury.ts";
import { walletRequests } from "./wallet.ts";

/** Every request that transactions answers. Apart from them: who asks one of them takes no other. */
export const transactionsRequests = [
  ...rateRequests,
  CreateTransaction,
  GetTransaction,
  ListTransactions,
  GetFlashback,
  GetRemaining,
  GetResume,
  GetDestination,
  ListSalesToNumber,
  GetPaymentPage,
  ...changeRequests,
  ...progressRequests,
  ...monitoringRequests,
  ListMonitoredOrders,
  ...treasuryRequests,
  ...caseRequests,
  ...walletRequests,
  ...standingOrderRequests,
] as const;
