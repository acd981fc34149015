import { ConnectorTermsChanged } from "@sanu/contracts";
import { type PublicFact, publicFact } from "@sanu/platform";
import type { ConnectorTermsEvent } from "./events.ts";

/** Who moves the money obeys; why it was said stays here. */
export function publishConnectorTerms(event: ConnectorTermsEvent): PublicFact {
  const { by: changedBy, at: changedAt, ...said } = event;
  return publicFact(ConnectorTermsChanged, { ...said, changedBy, changedAt });
}
