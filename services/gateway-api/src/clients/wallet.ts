import { GetWallet, type RequestInput, SaveNumbers, SaveReceivers } from "@sanu/contracts";
import type { Asker, Call } from "./asker.ts";

export type WalletClient = ReturnType<typeof createWalletClient>;

/** What transactions answers about what a person saved. A whole list asked twice is the same list. */
export function createWalletClient(ask: Asker) {
  return {
    getWallet: (input: RequestInput<typeof GetWallet>, call: Call) => ask(GetWallet, input, call),
    saveReceivers: (input: RequestInput<typeof SaveReceivers>, call: Call) =>
      ask(SaveReceivers, input, call),
    saveNumbers: (input: RequestInput<typeof SaveNumbers>, call: Call) =>
      ask(SaveNumbers, input, call),
  };
}
