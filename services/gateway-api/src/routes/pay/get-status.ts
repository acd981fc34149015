import { GetPaymentPage } from "@sanu/contracts";
import { z } from "zod";
import { offeredAt } from "../../pay-page/payment-state.ts";
import { defineRoute } from "../define-route.ts";
import { pageTokenShape } from "./page-token.ts";
import { PaymentStatus, paymentStatusOf } from "./payment-status.ts";

export const getStatus = defineRoute({
  operationId: "getPaymentStatus",
  method: "GET",
  url: "/pay/:token/status",
  access: "everybody",
  openPart: "pages",
  tag: "payment page",
  summary: "The state of a payment, for our payment page",
  input: { params: z.object({ token: z.string().regex(pageTokenShape) }) },
  success: { description: "The state", body: PaymentStatus.shape },
  problems: [],
  async handler({ client, deps, params: { token } }) {
    const result = await client.request(GetPaymentPage, { token });
    if (result.kind !== "replied") return result;
    const page = offeredAt(result.data.page, deps.now());
    return { ...paymentStatusOf({ ...page, hasInvoice: page.invoice !== null }) };
  },
});
