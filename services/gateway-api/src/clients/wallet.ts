import { GetWallet, type RequestInput, SaveNumbers, SaveReceivers } from "@sanu/contracts";
import type { Call, RequestClient } from "./request-client.ts";

export type WalletClient = ReturnType<typeof createWalletClient>;

/** What transactions answers about what a person saved. A whole list asked twice is the same list. */
export function createWalletClient(request: RequestClient) {
  return {
    getWallet: (input: RequestInput<typeof GetWallet>, call: Call) =>
      request(GetWallet, input, call),
    saveReceivers: (input: RequestInput<typeof SaveReceivers>, call: Call) =>
      request(SaveReceivers, input, call),
    saveNumbers: (input: RequestInput<typeof SaveNumbers>, call: Call) =>
      request(SaveNumbers, input, call),
  };
}
