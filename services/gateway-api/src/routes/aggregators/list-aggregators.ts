import { ConnectorView, paymentsConnectors, payoutsConnectors } from "@sanu/contracts";
import { z } from "zod";
import { defineRoute } from "../define-route.ts";

const Aggregator = z.object({
  code: z.string(),
  collection: ConnectorView.nullable().describe("Money in; null where nothing goes over it"),
  disbursement: ConnectorView.nullable().describe("Money out; null where nothing goes over it"),
});

export const listAggregators = defineRoute({
  operationId: "listAggregators",
  method: "GET",
  url: "/aggregators",
  access: "admins",
  tag: "aggregators",
  summary: "Over which providers mobile money moves, in which order, and how each does",
  success: {
    description: "Every provider that the settings name, with its health as measured",
    body: { data: z.object({ aggregators: z.array(Aggregator) }) },
  },
  problems: paymentsConnectors.listConnectors.refusals,
  async handler({ client }) {
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
    return { data: { aggregators } };
  },
});
