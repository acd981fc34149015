import { showConfirmPage, showResetPage } from "./account/show-account-page.ts";
import { changeAggregator } from "./aggregators/change-aggregator.ts";
import { listAggregators } from "./aggregators/list-aggregators.ts";
import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from "./api-keys/api-keys.ts";
import { changeApiKey } from "./api-keys/change-api-key.ts";
import {
  approveProposal,
  rejectProposal,
  withdrawOwnProposal,
} from "./approvals/decide-proposal.ts";
import { getApproval } from "./approvals/get-approval.ts";
import { listApprovals } from "./approvals/list-approvals.ts";
import { deactivate } from "./auth/deactivate.ts";
import { erase } from "./auth/erase.ts";
import { getMe } from "./auth/get-me.ts";
import { logIn } from "./auth/log-in.ts";
import { logOut } from "./auth/log-out.ts";
import { reactivate } from "./auth/reactivate.ts";
import { refreshToken } from "./auth/refresh-token.ts";
import { regenerateOtp } from "./auth/regenerate-otp.ts";
import { register } from "./auth/register.ts";
import { requestReset } from "./auth/request-reset.ts";
import { resetPassword } from "./auth/reset-password.ts";
import { updateMe } from "./auth/update-me.ts";
import { verifyOtp } from "./auth/verify-otp.ts";
import type { Route } from "./define-route.ts";
import { getAsyncApi, getFactsStyle, showFacts } from "./docs/get-asyncapi.ts";
import { getOpenApi } from "./docs/get-openapi.ts";
import { showProblem, showProblems } from "./docs/show-problem.ts";
import { changeKycTier } from "./kyc/change-kyc-tier.ts";
import { approveKyc, rejectKyc } from "./kyc/decide-kyc.ts";
import { getKyc } from "./kyc/get-kyc.ts";
import { getKycDocument } from "./kyc/get-kyc-document.ts";
import { getKycSubmission } from "./kyc/get-kyc-submission.ts";
import { listKycSubmissions } from "./kyc/list-kyc-submissions.ts";
import { listKycTiers } from "./kyc/list-kyc-tiers.ts";
import { submitKyc } from "./kyc/submit-kyc.ts";
import { approveVerdict, withdrawProposal } from "./monitoring/decide-verdict.ts";
import { getCase } from "./monitoring/get-case.ts";
import { getMonitored } from "./monitoring/get-monitored.ts";
import { getTreasury } from "./monitoring/get-treasury.ts";
import { listCases } from "./monitoring/list-cases.ts";
import { listMonitored } from "./monitoring/list-monitored.ts";
import { listMonitoredOrders } from "./monitoring/list-monitored-orders.ts";
import { proposeVerdict } from "./monitoring/propose-verdict.ts";
import { resolveReview } from "./monitoring/resolve-review.ts";
import { cancelOrder, pauseOrder, resumeOrder } from "./orders/change-order.ts";
import { createOrder } from "./orders/create-order.ts";
import { getOrder } from "./orders/get-order.ts";
import { listOrders } from "./orders/list-orders.ts";
import { followPayment } from "./pay/follow-payment.ts";
import { getAccountScript, getPageScript, getPageStyle } from "./pay/get-assets.ts";
import { getStatus } from "./pay/get-status.ts";
import { showPage } from "./pay/show-page.ts";
import { createQuote } from "./quotes/create-quote.ts";
import { changeRates } from "./rates/change-rates.ts";
import { getRates } from "./rates/get-rates.ts";
import { listRates } from "./rates/list-rates.ts";
import { beginPasskey, finishPasskey } from "./second-factors/passkeys.ts";
import {
  listSecondFactors,
  removeSecondFactor,
  renewRecoveryCodes,
} from "./second-factors/second-factors.ts";
import { beginStepUp, stepUp } from "./second-factors/step-up.ts";
import { beginTotp, confirmTotp } from "./second-factors/totp.ts";
import { cancelTransaction } from "./transactions/cancel-transaction.ts";
import { createTransaction } from "./transactions/create-transaction.ts";
import { followTransaction } from "./transactions/follow-transaction.ts";
import { getFlashback } from "./transactions/get-flashback.ts";
import { getRemaining } from "./transactions/get-remaining.ts";
import { getResume } from "./transactions/get-resume.ts";
import { getTransaction } from "./transactions/get-transaction.ts";
import { giveReturnInvoice } from "./transactions/give-return-invoice.ts";
import { listTransactions } from "./transactions/list-transactions.ts";
import { changeUser } from "./users/change-user.ts";
import { eraseUser } from "./users/erase-user.ts";
import { getUser } from "./users/get-user.ts";
import { listUsers } from "./users/list-users.ts";
import { joinWaitlist } from "./waitlist/join-waitlist.ts";
import { listWaitlist } from "./waitlist/list-waitlist.ts";
import { getWallet } from "./wallet/get-wallet.ts";
import { saveNumbers } from "./wallet/save-numbers.ts";
import { saveReceivers } from "./wallet/save-receivers.ts";
import { receiveCallback, receiveCallbackByPut } from "./webhooks/receive-callback.ts";
import { getJwks } from "./well-known/get-jwks.ts";

/** Below `/api/v1`, in the order of the OpenAPI document. */
export const apiRoutes: readonly Route[] = [
  register,
  verifyOtp,
  logIn,
  regenerateOtp,
  reactivate,
  requestReset,
  resetPassword,
  refreshToken,
  logOut,
  getMe,
  updateMe,
  deactivate,
  erase,
  listSecondFactors,
  beginTotp,
  confirmTotp,
  beginPasskey,
  finishPasskey,
  removeSecondFactor,
  renewRecoveryCodes,
  beginStepUp,
  stepUp,
  submitKyc,
  listKycTiers,
  changeKycTier,
  getKyc,
  listKycSubmissions,
  getKycSubmission,
  getKycDocument,
  approveKyc,
  rejectKyc,
  listUsers,
  getUser,
  changeUser,
  eraseUser,
  listApiKeys,
  createApiKey,
  rotateApiKey,
  changeApiKey,
  revokeApiKey,
  joinWaitlist,
  listWaitlist,
  getRates,
  listRates,
  changeRates,
  createQuote,
  createTransaction,
  listTransactions,
  getFlashback,
  getRemaining,
  getResume,
  getTransaction,
  cancelTransaction,
  giveReturnInvoice,
  getWallet,
  saveReceivers,
  saveNumbers,
  followTransaction,
  createOrder,
  listOrders,
  getOrder,
  pauseOrder,
  resumeOrder,
  cancelOrder,
  listMonitored,
  getMonitored,
  listMonitoredOrders,
  getTreasury,
  listAggregators,
  changeAggregator,
  resolveReview,
  listApprovals,
  getApproval,
  approveProposal,
  rejectProposal,
  withdrawOwnProposal,
  listCases,
  getCase,
  proposeVerdict,
  approveVerdict,
  withdrawProposal,
];

/** Callbacks of providers, and pages. */
export const rootRoutes: readonly Route[] = [
  receiveCallback,
  receiveCallbackByPut,
  followPayment,
  getStatus,
  showPage,
  getPageStyle,
  getPageScript,
  showConfirmPage,
  showResetPage,
  getAccountScript,
  getJwks,
  getOpenApi,
  getAsyncApi,
  showFacts,
  getFactsStyle,
  showProblem,
  showProblems,
];
