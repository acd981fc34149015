import { ReceiveCallback, type RequestInput } from "@sanu/contracts";
import type { Call, RequestClient } from "./request-client.ts";

export type PaymentsClient = ReturnType<typeof createPaymentsClient>;

export function createPaymentsClient(request: RequestClient) {
  return {
    receiveCallback: (input: RequestInput<typeof ReceiveCallback>, call: Call) =>
      request(ReceiveCallback, input, call),
  };
}
