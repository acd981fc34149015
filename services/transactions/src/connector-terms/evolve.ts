import type { ConnectorTermsEvent } from "./events.ts";
import { type ConnectorTerms, keyOf } from "./state.ts";

export function evolve({ said }: ConnectorTerms, event: ConnectorTermsEvent): ConnectorTerms {
  const { isEnabled, priorities, amountXofMin, amountXofMax } = event;
  return {
    said: { ...said, [keyOf(event)]: { isEnabled, priorities, amountXofMin, amountXofMax } },
  };
}
