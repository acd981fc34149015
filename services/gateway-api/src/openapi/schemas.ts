import {
  AuditEntry,
  AuditedAttempt,
  CreatedTransactionView,
  CreateResponse,
  FlashbackView,
  KycReviewView,
  KycSubmissionView,
  KycTierView,
  KycView,
  MonitoredTransactionDetailView,
  MonitoredTransactionView,
  PastRateView,
  type ProblemCode,
  problems,
  QuoteView,
  RateRulesView,
  RatesView,
  ResumeView,
  RulingView,
  StaffUserDetailView,
  StaffUserView,
  TransactionDetailView,
  TransactionListItemView,
  TransactionStatus,
  UserView,
  WaitlistEntryView,
  WaitlistReceiptView,
  WalletNumberView,
  WalletReceiverView,
  WalletView,
} from "@sanu/contracts";
import { z } from "zod";
import { paymentStates } from "../pay-page/payment-state.ts";

export const Problem = z.object({
  success: z.literal(false),
  message: z.string(),
  code: z.enum(Object.keys(problems) as ProblemCode[]),
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  instance: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
});

/** A success that has nothing to say but that it is one. */
export const MessageAnswer = z.object({ success: z.literal(true), message: z.string() });

export const UserAnswer = z.object({
  success: z.literal(true),
  data: z.object({ user: UserView }),
});

export const RegisterAnswer = z.object({
  success: z.literal(true),
  message: z.string(),
  user_id: z.uuid(),
  data: z.object({ user: UserView }),
});

export const VerifiedAnswer = z.object({
  success: z.literal(true),
  message: z.string(),
  data: z.object({ user: UserView }),
});

export const LogInAnswer = z.object({
  success: z.literal(true),
  message: z.string(),
  data: z.object({
    token: z.string(),
    access_token: z.string(),
    token_type: z.literal("Bearer"),
    expires_in: z.int(),
    user: UserView,
  }),
});

export const ErasureAnswer = z.object({
  success: z.literal(true),
  message: z.string(),
  data: z.object({ erased: z.boolean() }),
});

export const TransactionAnswer = z.object({
  success: z.literal(true),
  transaction: TransactionDetailView,
});

export const TransactionListAnswer = z.object({
  success: z.literal(true),
  transactions: z.array(TransactionListItemView),
  meta: z.object({ next_cursor: z.string().nullable() }),
});

export const FlashbackAnswer = z.object({
  success: z.literal(true),
  data: FlashbackView.extend({ name: z.string() }),
});

export const RemainingAnswer = z.object({
  success: z.literal(true),
  remaining: z.int().min(0).max(100),
});

export const RatesAnswer = z.object({ success: z.literal(true), data: RatesView });

export const PastRatesAnswer = z.object({
  success: z.literal(true),
  rates: z.array(PastRateView),
  meta: z.object({ next_cursor: z.string().nullable() }),
});

export const RateRulesAnswer = z.object({
  success: z.literal(true),
  data: z.object({ rules: RateRulesView, rates: RatesView.nullable() }),
});
export const ResumeAnswer = z.object({ success: z.literal(true), data: ResumeView });

export const WalletAnswer = z.object({ success: z.literal(true), data: WalletView });

export const WalletReceiversAnswer = z.object({
  success: z.literal(true),
  data: z.object({ receivers: z.array(WalletReceiverView) }),
});

export const WalletNumbersAnswer = z.object({
  success: z.literal(true),
  data: z.object({ numbers: z.array(WalletNumberView) }),
});

export const CallbackAnswer = z.object({ success: z.literal(true) });

export const UsersAnswer = z.object({
  success: z.literal(true),
  users: z.array(StaffUserView),
  meta: z.object({ next_cursor: z.string().nullable() }),
});

export const StaffUserAnswer = z.object({
  success: z.literal(true),
  data: z.object({ user: StaffUserDetailView }),
});

export const MonitoredTransactionsAnswer = z.object({
  success: z.literal(true),
  transactions: z.array(MonitoredTransactionView),
  meta: z.object({ next_cursor: z.string().nullable() }),
});

export const MonitoredTransactionAnswer = z.object({
  success: z.literal(true),
  data: z.object({
    transaction: MonitoredTransactionDetailView,
    timeline: z.array(AuditEntry),
    attempts: z.array(AuditedAttempt),
    missing: z.array(z.string()),
  }),
});

export const ReviewAnswer = z.object({
  success: z.literal(true),
  data: z.object({ status: TransactionStatus, review: z.boolean() }),
});

export const KycTiersAnswer = z.object({
  success: z.literal(true),
  data: z.object({ tiers: z.array(KycTierView) }),
});

export const KycAnswer = z.object({ success: z.literal(true), data: z.object({ kyc: KycView }) });

export const KycSubmittedAnswer = KycAnswer.extend({ message: z.string() });

export const KycSubmissionsAnswer = z.object({
  success: z.literal(true),
  submissions: z.array(KycReviewView),
  meta: z.object({ next_cursor: z.string().nullable() }),
});

export const KycSubmissionAnswer = z.object({
  success: z.literal(true),
  data: z.object({ submission: KycReviewView }),
});

export const WaitlistJoinedAnswer = z.object({
  success: z.literal(true),
  message: z.string(),
  data: z.object({ entry: WaitlistReceiptView }),
});

export const WaitlistAnswer = z.object({
  success: z.literal(true),
  entries: z.array(WaitlistEntryView),
  meta: z.object({ next_cursor: z.string().nullable() }),
});

/** What a stream tells of a transaction with each event. */
export const TransactionProgress = TransactionDetailView.pick({
  id: true,
  status: true,
  progress: true,
  payment_url: true,
  payout_reference: true,
  completed_at: true,
});

export const PaymentStatus = z.object({
  status: TransactionStatus,
  state: z.enum(paymentStates).describe("`payable` when `provider_url` is known"),
  provider_url: z.string().nullable(),
});

export const PaymentStatusAnswer = z.object({ success: z.literal(true), ...PaymentStatus.shape });

// The document names these once and refers to them.
for (const [id, schema] of Object.entries({
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
  AuditEntry,
  AuditedAttempt,
  WaitlistEntry: WaitlistEntryView,
  Wallet: WalletView,
  WalletReceiver: WalletReceiverView,
  WalletNumber: WalletNumberView,
  StaffUser: StaffUserView,
  StaffUserDetail: StaffUserDetailView,
  Ruling: RulingView,
  Kyc: KycView,
  KycTier: KycTierView,
  KycSubmission: KycSubmissionView,
  KycReview: KycReviewView,
})) {
  z.globalRegistry.add(schema, { id });
}
