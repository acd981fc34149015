import { z } from "zod";
import { followedAt } from "../../pay-page/payment-state.ts";
import { followProgress } from "../../plugins/follow-progress.ts";
import { defineRoute } from "../define-route.ts";
import { pageTokenShape } from "./page-token.ts";
import { PaymentStatus, paymentStatusOf } from "./payment-status.ts";

export const followPayment = defineRoute({
  operationId: "followPayment",
  method: "GET",
  url: "/pay/:token/events",
  access: "everybody",
  openPart: "pages",
  isEventStream: true,
  tag: "payment page",
  summary: "The state of a payment as it happens, as server-sent events, for our payment page",
  input: { params: z.object({ token: z.string().regex(pageTokenShape) }) },
  success: {
    description: "Events named `progress`, until the payment has ended",
    contentType: "text/event-stream",
    schema: PaymentStatus,
  },
  problems: ["too-many-requests"],
  async handler({ deps, request, reply, params: { token } }) {
    await followProgress(deps, request, reply, {
      owner: { kind: "page", token },
      of: { kind: "page", token },
      viewOf: (progress) => paymentStatusOf(followedAt(progress, deps.now())),
    });
    return undefined;
  },
});
