import { GetPaymentLink } from "@sanu/contracts";
import { answers, type Database, refuse } from "@sanu/platform";
import { findLink } from "../database/payment-link.ts";

/** The provider's page of a payment, or the invoice of a sale; null where it has none. */
export const getPaymentLink = (deps: { readonly database: Database }) =>
  answers(GetPaymentLink, async ({ paymentId }) => {
    const link = await findLink(deps.database, paymentId);
    return link ?? refuse("not-found");
  });
