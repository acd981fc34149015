import { ChangeRates, CreateQuote, GetRates, ListRates, type RequestInput } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import type { Asker, Call } from "./asker.ts";

export type RatesClient = ReturnType<typeof createRatesClient>;

/** What transactions answers about rates and quotes. */
export function createRatesClient(ask: Asker) {
  return {
    getRates: (call: Call) => ask(GetRates, {}, call),
    listRates: (input: RequestInput<typeof ListRates>, call: Call) => ask(ListRates, input, call),
    changeRates(input: Omit<RequestInput<typeof ChangeRates>, "commandId">, call: Call) {
      const commandId = newId<"CommandId">();
      return ask(ChangeRates, { ...input, commandId }, { ...call, commandId });
    },
    createQuote(input: Omit<RequestInput<typeof CreateQuote>, "commandId">, call: Call) {
      const commandId = newId<"CommandId">();
      return ask(CreateQuote, { ...input, commandId }, { ...call, commandId });
    },
  };
}
