import type { OpenBusiness, WalletList } from "@sanu/contracts";
import type { AccountId, Instant } from "@sanu/kernel";

export interface CloseCustomer {
  readonly kind: "close";
  readonly accountId: AccountId;
  readonly erasureId: string;
  /** What is open, as it was read; the closing itself looks again, in its own commit. */
  readonly open: readonly OpenBusiness[];
  /** Money came in for one of its transactions, whatever became of it. */
  readonly hasPaidTransactions: boolean;
  readonly at: Instant;
}

/** Something is saved that was not there before, or another default. */
export interface ChangeWallet {
  readonly kind: "change-wallet";
  readonly accountId: AccountId;
  readonly list: WalletList;
  readonly at: Instant;
}

export type CustomerCommand = CloseCustomer | ChangeWallet;
