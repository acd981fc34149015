import { ChangeRates, CreateQuote, GetRates, ListRates, type RequestInput } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import type { Call, RequestClient } from "./request-client.ts";

export type RatesClient = ReturnType<typeof createRatesClient>;

/** What transactions answers about rates and quotes. */
export function createRatesClient(request: RequestClient) {
  return {
    getRates: (call: Call) => request(GetRates, {}, call),
    listRates: (input: RequestInput<typeof ListRates>, call: Call) =>
      request(ListRates, input, call),
    changeRates(input: Omit<RequestInput<typeof ChangeRates>, "commandId">, call: Call) {
      const commandId = newId<"CommandId">();
      return request(ChangeRates, { ...input, commandId }, { ...call, commandId });
    },
    createQuote(input: Omit<RequestInput<typeof CreateQuote>, "commandId">, call: Call) {
      const commandId = newId<"CommandId">();
      return request(CreateQuote, { ...input, commandId }, { ...call, commandId });
    },
  };
}
