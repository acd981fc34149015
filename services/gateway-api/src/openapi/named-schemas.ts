import {
  AdminActionView,
  AuditEntry,
  AuditedAttempt,
  CreatedTransactionView,
  CreateResponse,
  KycReviewView,
  KycSubmissionView,
  KycTierView,
  KycView,
  MonitoredTransactionDetailView,
  MonitoredTransactionView,
  PastRateView,
  QuoteView,
  RateRulesView,
  RatesView,
  StaffUserDetailView,
  StaffUserView,
  TransactionDetailView,
  TransactionListItemView,
  UserView,
  WaitlistEntryView,
  WalletNumberView,
  WalletReceiverView,
  WalletView,
} from "@sanu/contracts";
import { z } from "zod";
import { Problem } from "./responses.ts";

/** What each event of a stream says of its transaction. */
export const TransactionProgress = TransactionDetailView.pick({
  id: true,
  status: true,
  progress: true,
  payment_url: true,
  payout_reference: true,
  completed_at: true,
});

const namedSchemas = {
  Problem,
  User: UserView,
  CreateTransactionAnswer: CreateResponse,
  CreatedTransaction: CreatedTransactionView,
  TransactionDetail: TransactionDetailView,
  TransactionListItem: TransactionListItemView,
  TransactionProgress,
  Rates: RatesView,
  PastRate: PastRateView,
  RateRules: RateRulesView,
  Quote: QuoteView,
  MonitoredTransaction: MonitoredTransactionView,
  MonitoredTransactionDetail: MonitoredTransactionDetailView,
  TraceEntry: AuditEntry,
  TracedAttempt: AuditedAttempt,
  WaitlistEntry: WaitlistEntryView,
  Wallet: WalletView,
  WalletReceiver: WalletReceiverView,
  WalletNumber: WalletNumberView,
  StaffUser: StaffUserView,
  StaffUserDetail: StaffUserDetailView,
  Ruling: AdminActionView,
  Kyc: KycView,
  KycTier: KycTierView,
  KycSubmission: KycSubmissionView,
  KycReview: KycReviewView,
};

/** The document names these once and refers to them. */
export function nameSchemas(): void {
  for (const [id, schema] of Object.entries(namedSchemas)) z.globalRegistry.add(schema, { id });
}
