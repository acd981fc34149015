import type { FactDefinition } from "./fact.ts";
import { erasureFacts } from "./identity/erasure.ts";
import { identityFacts } from "./identity/facts.ts";
import { paymentsFacts } from "./payments/facts.ts";
import { payoutsFacts } from "./payouts/facts.ts";
import { accountClosingFacts } from "./transactions/account-facts.ts";
import { ConnectorTermsChanged } from "./transactions/connector-terms.ts";
import { transactionsFacts } from "./transactions/facts.ts";

/** Every public fact; each definition knows all versions that were ever published. */
export const facts: readonly FactDefinition[] = [
  ...identityFacts,
  ...erasureFacts,
  ...transactionsFacts,
  ...accountClosingFacts,
  ConnectorTermsChanged,
  ...paymentsFacts,
  ...payoutsFacts,
];
