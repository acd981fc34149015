import type { EventId, Instant } from "@sanu/kernel";
import type { z } from "zod";
import type { FactDefinition } from "./fact.ts";
import { erasureFacts } from "./identity/erasure.ts";
import { identityFacts } from "./identity/facts.ts";
import { paymentsFacts } from "./payments/facts.ts";
import { payoutsFacts } from "./payouts/facts.ts";
import type { PublishingService } from "./services.ts";
import { accountClosingFacts, WalletChanged } from "./transactions/account-facts.ts";
import { ConnectorTermsChanged } from "./transactions/connector-terms.ts";
import { transactionsFacts } from "./transactions/facts.ts";
import { transactionsMoneyFacts } from "./transactions/money-facts.ts";
import { standingOrderFacts } from "./transactions/standing-order-facts.ts";

const everyFact = [
  ...identityFacts,
  ...erasureFacts,
  ...transactionsFacts,
  ...transactionsMoneyFacts,
  ...accountClosingFacts,
  WalletChanged,
  ConnectorTermsChanged,
  ...standingOrderFacts,
  ...paymentsFacts,
  ...payoutsFacts,
] as const;

/** Every public fact; each definition knows all versions that were ever published. */
export const facts: readonly FactDefinition[] = everyFact;

/** What stands around a fact, whatever it says. */
export interface FactHead {
  readonly stream: PublishingService;
  readonly sequence: number;
  readonly id: EventId;
  /** As it was published; the data are those of the newest version all the same. */
  readonly type: string;
  readonly aggregateId: string;
  /** When it was appended, by the database's clock. */
  readonly time: Instant;
  readonly correlationId: string;
  readonly causationId: string;
}

type Replayed<Definition> =
  Definition extends FactDefinition<infer Name, infer Schema>
    ? FactHead & { readonly name: Name; readonly data: z.output<Schema> }
    : never;

/** Any public fact, by its name: `fact.name === "PayoutSettled"` says what its data are. */
export type ReplayedFact = Replayed<(typeof everyFact)[number]>;
