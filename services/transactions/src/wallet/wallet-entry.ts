/** Something that a person saved for her next orders. */
export interface WalletEntry {
  /** Canonical: a receiver, or a number as E.164. */
  readonly text: string;
  readonly label: string | null;
  readonly isDefault: boolean;
}

export type WalletKind = "receiver" | "number";
