import type { FastifyInstance } from "fastify";
import { BroadcastBody, BuildBody, IdParams, InvoiceBody, PayBody } from "../http/bodies.ts";
import type { Outcome } from "../http/operations.ts";
import { notFound, operationsOf, refusal } from "../http/operations.ts";
import type { SandboxParts } from "../parts.ts";
import { paymentHashOf } from "./invoice.ts";
import type { NodeResponse } from "./node.ts";
import { type Send, sendStatusOf } from "./send.ts";
import { CHAIN_FEE_SATS, txidOf } from "./transaction.ts";

export function addNodeRoutes(app: FastifyInstance, parts: SandboxParts): void {
  addLightningRoutes(app, parts);
  addChainRoutes(app, parts);
  addBalanceRoute(app, parts);
}

function addLightningRoutes(app: FastifyInstance, parts: SandboxParts): void {
  const operation = operationsOf(app, parts);
  operation("lightning.invoice", "POST /v1/lightning/invoices", (request) => {
    const { destination, amount_sats: amountSats } = InvoiceBody.parse(request.body);
    const { invoice } = parts.node.issueInvoice(destination, amountSats);
    return { key: paymentHashOf(invoice), response: { status: 201, body: { invoice } } };
  });

  operation("lightning.pay", "POST /v1/lightning/payments", (request) => {
    const body = PayBody.parse(request.body);
    const response = parts.node.pay({
      invoice: body.invoice,
      amountSats: body.amount_sats,
      feeLimitSats: body.fee_limit_sats,
    });
    return outcomeOf(paymentHashOf(body.invoice), response, parts);
  });

  operation("lightning.track", "GET /v1/lightning/payments/:id", (request) => {
    const { id } = IdParams.parse(request.params);
    return outcomeOf(id, parts.node.track(id), parts);
  });
}

function addChainRoutes(app: FastifyInstance, parts: SandboxParts): void {
  const operation = operationsOf(app, parts);
  operation("chain.build", "POST /v1/chain/transactions", (request) => {
    const { address, amount_sats: amountSats } = BuildBody.parse(request.body);
    const built = parts.node.build(address, amountSats);
    if (built.kind !== "built") {
      return { key: null, response: built.kind === "unusable" ? unusable : refusal(built.kind) };
    }
    const raw = parts.sends.findTransaction(built.txid)?.rawTransaction;
    const body = {
      txid: built.txid,
      raw_transaction: raw,
      fee_sats: CHAIN_FEE_SATS.toString(),
    };
    return { key: built.txid, response: { status: 201, body } };
  });

  operation("chain.broadcast", "POST /v1/chain/broadcasts", (request) => {
    const { raw_transaction: raw } = BroadcastBody.parse(request.body);
    return outcomeOf(txidOf(raw), parts.node.broadcast(raw), parts);
  });

  operation("chain.track", "GET /v1/chain/transactions/:id", (request) => {
    const { id } = IdParams.parse(request.params);
    return outcomeOf(id, parts.node.track(id), parts);
  });
}

function addBalanceRoute(app: FastifyInstance, parts: SandboxParts): void {
  operationsOf(app, parts)("balances.read", "GET /v1/balances", () => {
    const { wallet } = parts;
    const body = {
      node: "sandbox",
      outbound_sats: atLeastZero(wallet.outboundSats()).toString(),
      confirmed_sats: atLeastZero(wallet.confirmedSats()).toString(),
    };
    return { key: null, response: { status: 200, body } };
  });
}

/** Control can set less than what is under way. */
const atLeastZero = (amount: bigint): bigint => (amount < 0n ? 0n : amount);

const unusable = refusal("unusable-destination");

function outcomeOf(key: string | null, response: NodeResponse, parts: SandboxParts): Outcome {
  switch (response.kind) {
    case "silence":
      return { key, response: { silence: response.how } };
    case "not-found":
      return { key, response: notFound };
    case "unusable":
      return { key, response: unusable };
    case "send": {
      const preimage = parts.sends.findInvoice(response.send.id)?.preimage ?? null;
      const body = sendBody(response.send, preimage);
      return { key, response: { status: response.isRepeated ? 409 : 200, body } };
    }
  }
}

function sendBody(send: Send, preimage: string | null) {
  const status = sendStatusOf(send);
  const isSettled = status === "settled";
  return {
    id: send.id,
    status,
    amount_sats: send.amountSats.toString(),
    fee_sats: isSettled ? send.feeSats.toString() : null,
    settled_at: send.settledAt,
    failure: send.failure,
    proof: isSettled ? (send.rail === "chain" ? send.id : preimage) : null,
  };
}
