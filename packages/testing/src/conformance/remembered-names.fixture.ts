import type { CollectionRail, DisburseRail } from "@sanu/rails";

type Said =
  | { readonly kind: "accepted"; readonly value: object }
  | { readonly kind: "rejected" }
  | { readonly kind: "unknown"; readonly providerReference?: string };

/** Rails that are asked as attempts ask them: by the provider's name of an order, once an answer has said one. */
export function withNames() {
  const names = new Map<string, string>();
  const nameOf = (key: string) => names.get(key) ?? null;
  const remember = <Outcome extends Said>(key: string, outcome: Outcome): Outcome => {
    const said: Readonly<Record<string, unknown>> =
      outcome.kind === "accepted" ? { ...outcome.value } : { ...outcome };
    const name = said["refundReference"] ?? said["providerReference"];
    if (typeof name === "string") names.set(key, name);
    return outcome;
  };
  return {
    collection: (rail: CollectionRail): CollectionRail => ({
      ...rail,
      initiate: async (order) => remember(order.key, await rail.initiate(order)),
      status: (query) =>
        rail.status({ ...query, providerReference: query.providerReference ?? nameOf(query.key) }),
      refund: async (order) => remember(order.key, await rail.refund(order)),
      refundStatus: ({ key }) => rail.refundStatus({ key, providerReference: nameOf(key) }),
    }),
    disbursement: (rail: DisburseRail): DisburseRail => ({
      ...rail,
      disburse: async (order) => remember(order.key, await rail.disburse(order)),
      status: (key) => rail.status(key, nameOf(key)),
    }),
  };
}
