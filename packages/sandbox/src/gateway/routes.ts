import type { FastifyInstance } from "fastify";
import {
  CancellationBody,
  IdParams,
  KeyQuery,
  NewPaymentBody,
  NewRefundBody,
} from "../http/bodies.ts";
import type { Outcome } from "../http/operations.ts";
import { notFound, operationsOf, refusal } from "../http/operations.ts";
import type { SandboxParts } from "../parts.ts";
import { payerBehaviourOf } from "./payer-behaviour.ts";
import type { Payment } from "./payment.ts";
import { paymentBody, refundBody } from "./payment-body.ts";

/** The merchant's interface of the mobile-money gateway. */
export function addGatewayRoutes(app: FastifyInstance, parts: SandboxParts): void {
  const operation = operationsOf(app, parts);
  const { gateway, payments } = parts;

  operation("payments.create", "POST /v1/payments", (request) => {
    const body = NewPaymentBody.parse(request.body);
    const { payment, isDuplicate } = gateway.create({
      key: body.merchant_key,
      amountXof: body.amount_xof,
      payerNumber: body.payer_number,
      channel: body.channel,
      description: body.description,
      returnUrl: body.return_url,
    });
    return aboutPayment(parts, payment, isDuplicate ? 409 : 201);
  });

  operation("payments.read", "GET /v1/payments/:id", (request) =>
    aboutPayment(parts, payments.findById(IdParams.parse(request.params).id), 200),
  );

  operation("payments.read", "GET /v1/payments", (request) =>
    aboutPayment(parts, payments.findByKey(KeyQuery.parse(request.query).merchant_key), 200),
  );

  operation("payments.cancel", "POST /v1/cancellations", (request) => {
    const { merchant_key: key } = CancellationBody.parse(request.body);
    const payment = payments.findByKey(key);
    if (payment !== undefined) gateway.fail(payment, "cancelled");
    return aboutPayment(parts, payments.findByKey(key), 200);
  });

  addRefundRoutes(app, parts);
}

function addRefundRoutes(app: FastifyInstance, parts: SandboxParts): void {
  const operation = operationsOf(app, parts);
  operation("refunds.create", "POST /v1/refunds", (request) => {
    const body = NewRefundBody.parse(request.body);
    const key = body.merchant_key;
    const order = { key, paymentId: body.payment_id, amountXof: body.amount_xof };
    const refunded = parts.refunds.make(order);
    if (refunded.kind !== "refund") return { key, response: refusal(refunded.kind) };
    const status = refunded.isDuplicate ? 409 : 201;
    return { key, response: { status, body: refundBody(refunded.refund) } };
  });

  operation("refunds.read", "GET /v1/refunds", (request) => {
    const key = KeyQuery.parse(request.query).merchant_key;
    const refund = parts.payments.findRefundByKey(key);
    return {
      key,
      response: refund === undefined ? notFound : { status: 200, body: refundBody(refund) },
    };
  });
}

/** 409 says that the key is known; the body is the payment that it stands for. */
function aboutPayment(
  { publicUrl }: SandboxParts,
  payment: Payment | undefined,
  status: 200 | 201 | 409,
): Outcome {
  if (payment === undefined) return { key: null, response: notFound };
  const { key } = payment;
  if (payerBehaviourOf(payment.payerNumber) === "is-never-answered") {
    return { key, response: { silence: "hang" } };
  }
  return { key, response: { status, body: paymentBody(payment, publicUrl()) } };
}
