import type { WalletNumberView, WalletReceiverView } from "@sanu/contracts";
import type { WalletEntry } from "./wallet-entry.ts";

export function receiverView({ text, label, isDefault }: WalletEntry): WalletReceiverView {
  return { label, receiver_address: text, is_default: isDefault };
}

export function numberView({ text, label, isDefault }: WalletEntry): WalletNumberView {
  return { label, number: text, is_default: isDefault };
}
