import {
  AccountActivated,
  AccountIdentityProven,
  AccountTierChanged,
  type FactDefinition,
  facts,
  jsonText,
  KycTierLimitChanged,
  type PublishingService,
} from "@sanu/contracts";
import { type Instant, instant } from "@sanu/kernel";
import type { MadeFact } from "../facts/many-facts.ts";
import { knownId } from "./known-id.ts";
import type { KnownEvent, KnownOrder, Said } from "./known-order.ts";
import { troubledOrders } from "./troubled-orders.ts";
import { untroubledOrders } from "./untroubled-orders.ts";

/** What a small exchange said in two months, of every kind of end: small enough to be added up by hand. */
export interface KnownSet {
  /** The log of transactions, in the order in which it was written. */
  readonly events: readonly Said<KnownEvent>[];
  readonly facts: Readonly<Record<PublishingService, readonly MadeFact[]>>;
}

export function knownSet(): KnownSet {
  const orders: readonly KnownOrder[] = [...untroubledOrders(), ...troubledOrders()];
  const events = inOrder(orders.flatMap((order) => order.transactions));
  const factsOf = (service: "payments" | "payouts") =>
    inOrder(orders.flatMap((order) => order[service])).map(({ at, what }, index) =>
      made(definitionOf(service, what.name), at, { index, data: what.data }),
    );
  return {
    events,
    facts: {
      identity: identityFacts(),
      transactions: events.flatMap(({ at, what }, index) => {
        const fact = facts.find(
          ({ service, name }) => service === "transactions" && name === what.type,
        );
        return fact === undefined ? [] : [made(fact, at, { index, data: what })];
      }),
      payments: factsOf("payments"),
      payouts: factsOf("payouts"),
    },
  };
}

/** What was said at one moment stays in the order in which it is written down. */
function inOrder<What>(said: readonly Said<What>[]): readonly Said<What>[] {
  return said.toSorted((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)));
}

function definitionOf(service: PublishingService, name: string): FactDefinition {
  const found = facts.find((fact) => fact.service === service && fact.name === name);
  if (found === undefined) throw new Error(`${service} publishes no ${name}`);
  return found;
}

/** As its service would publish it: with the fields of the contract, and no others. */
function made(
  { type, schema }: FactDefinition,
  time: Instant,
  { index, data }: { readonly index: number; readonly data: object },
): MadeFact {
  const parsed = schema.parse(data) as { readonly transactionId?: string };
  return {
    id: knownId(index, type.length * 1_000),
    type,
    aggregateId: parsed.transactionId ?? knownId(index, 9),
    time,
    position: `1.${1_000 + index}.${index + 1}`,
    correlationId: `known-${index}`,
    causationId: knownId(index, 8),
    traceparent: "",
    data: Buffer.from(jsonText(parsed)),
  };
}

const accounts = ["A", "B", "C", "D", "E", "F"] as const;
const accountId = (who: string) => knownId(who.codePointAt(0) ?? 0, 2);

/** Tier 1 may 50 000 in a month, tier 2 200 000. E has tier 2 from the beginning, B from February on; A and F are one person. */
function identityFacts(): readonly MadeFact[] {
  const start = instant("2026-01-01T08:00:00.000000Z");
  const february = instant("2026-02-01T08:00:00.000000Z");
  const said: readonly (readonly [FactDefinition, Instant, object])[] = [
    ...([1, 2] as const).map((kycTier) => {
      const monthlyLimitXof = kycTier === 1 ? "50000" : "200000";
      return [KycTierLimitChanged, start, { kycTier, monthlyLimitXof, changedAt: start }] as const;
    }),
    ...accounts.map((who) => {
      const kycTier = who === "E" ? 2 : 1;
      const data = { accountId: accountId(who), country: "BJ", kycTier, activatedAt: start };
      return [AccountActivated, start, data] as const;
    }),
    ...["A", "F"].map((who) => {
      const data = { accountId: accountId(who), documentHmac: "d".repeat(43), provenAt: start };
      return [AccountIdentityProven, start, data] as const;
    }),
    [AccountTierChanged, february, { accountId: accountId("B"), kycTier: 2, changedAt: february }],
  ];
  return said.map(([definition, at, data], index) => made(definition, at, { index, data }));
}
