import { ConnectorView, paymentsConnectors, payoutsConnectors } from "@sanu/contracts";
import { z } from "zod";
import type { ScopedClient } from "../../clients/request-client.ts";
import type { Failure } from "../../plugins/problems.ts";

export const Aggregator = z.object({
  code: z.string(),
  collection: ConnectorView.nullable().describe("Money in; null where nothing goes over it"),
  disbursement: ConnectorView.nullable().describe("Money out; null where nothing goes over it"),
});
type Aggregator = z.infer<typeof Aggregator>;

/** Every provider that the settings of payments and payouts name, as they obey and measure it. */
export async function readAggregators(
  client: ScopedClient,
): Promise<{ readonly kind: "read"; readonly aggregators: Aggregator[] } | Failure> {
  const [payments, payouts] = await Promise.all([
    client.request(paymentsConnectors.listConnectors, {}),
    client.request(payoutsConnectors.listConnectors, {}),
  ]);
  if (payments.kind !== "replied") return payments;
  if (payouts.kind !== "replied") return payouts;
  const directions = { collection: payments.data, disbursement: payouts.data };
  const viewOf = (direction: keyof typeof directions, code: string): ConnectorView | null => {
    const found = directions[direction].connectors.find(({ provider }) => provider === code);
    if (found === undefined) return null;
    const { provider: _provider, ...view } = found;
    return view;
  };
  const named = Object.values(directions).flatMap(({ connectors }) => connectors);
  const codes = new Set(named.map(({ provider }) => provider));
  const aggregators = [...codes].map((code) => ({
    code,
    collection: viewOf("collection", code),
    disbursement: viewOf("disbursement", code),
  }));
  return { kind: "read", aggregators };
}
