import {
  CreateAnswer,
  CreatedTransactionView,
  FlashbackView,
  type ProblemCode,
  problems,
  TransactionDetailView,
  TransactionListItemView,
  TransactionStatus,
  UserView,
} from "@sanu/contracts";
import { z } from "zod";
import { paymentStates } from "../pay-page/payment-state.ts";

/** Every answer that is no success. */
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

export const CallbackAnswer = z.object({ success: z.literal(true) });

export const PaymentStatusAnswer = z.object({
  success: z.literal(true),
  status: TransactionStatus,
  state: z.enum(paymentStates).describe("`payable` when `provider_url` is known"),
  provider_url: z.string().nullable(),
});

// The document names these once and refers to them.
for (const [id, schema] of Object.entries({
  Problem,
  User: UserView,
  CreateTransactionAnswer: CreateAnswer,
  CreatedTransaction: CreatedTransactionView,
  TransactionDetail: TransactionDetailView,
  TransactionListItem: TransactionListItemView,
})) {
  z.globalRegistry.add(schema, { id });
}
