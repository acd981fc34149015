import { GetPaymentLink } from "@sanu/contracts";
import { type Database, handleRequest, refuse } from "@sanu/platform";
import { findLink } from "../database/payment-link.ts";

/** The provider's page of a payment, or the invoice of a sale; null where it has none. */
export const getPaymentLink = (deps: { readonly database: Database }) =>
  handleRequest(GetPaymentLink, async ({ paymentId }) => {
    const link = await findLink(deps.database, paymentId);
    return link ?? refuse("not-found");
  });
