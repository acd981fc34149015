import { ReceiveCallback, type RequestInput } from "@sanu/contracts";
import type { Asker, Call } from "./asker.ts";

export type PaymentsClient = ReturnType<typeof createPaymentsClient>;

export function createPaymentsClient(ask: Asker) {
  return {
    receiveCallback: (input: RequestInput<typeof ReceiveCallback>, call: Call) =>
      ask(ReceiveCallback, input, call),
  };
}
