import type { FastifyInstance } from "fastify";
import { ChannelParams, KeyQuery, NewDisbursementBody } from "../http/bodies.ts";
import type { Outcome } from "../http/operations.ts";
import { notFound, operationsOf, refusal } from "../http/operations.ts";
import { sandboxLimits } from "../limits.ts";
import type { SandboxParts } from "../parts.ts";
import { type Disbursement, disbursementStatusOf } from "./disbursement.ts";
import type { DisburserResponse } from "./disburser.ts";

/** The merchant's interface for paying out. */
export function addDisbursementRoutes(app: FastifyInstance, parts: SandboxParts): void {
  const operation = operationsOf(app, parts);
  const { disburser, disbursements } = parts;

  operation("disbursements.create", "POST /v1/disbursements", (request) => {
    const body = NewDisbursementBody.parse(request.body);
    const response = disburser.create({
      key: body.merchant_key,
      amountXof: body.amount_xof,
      number: body.number,
      channel: body.channel,
      description: body.description,
    });
    return outcomeOf(body.merchant_key, response, 201);
  });

  operation("disbursements.read", "GET /v1/disbursements", (request) => {
    const key = KeyQuery.parse(request.query).merchant_key;
    return outcomeOf(key, disburser.read(key), 200);
  });

  operation("channels.read", "GET /v1/channels/:channel", (request) => {
    const { channel } = ChannelParams.parse(request.params);
    const status = disbursements.channelState(channel);
    if (status === "unserved") return { key: channel, response: notFound };
    const { disbursementXofMin: min, disbursementXofMax: max } = sandboxLimits;
    const limits = { amount_xof_min: min.toString(), amount_xof_max: max.toString() };
    const float_xof = disbursements.floatXof().toString();
    return {
      key: channel,
      response: { status: 200, body: { channel, status, ...limits, float_xof } },
    };
  });
  addFloatRoute(app, parts);
}

function addFloatRoute(app: FastifyInstance, parts: SandboxParts): void {
  operationsOf(app, parts)("floats.read", "GET /v1/floats", () => {
    const floatXof = parts.disbursements.floatXof();
    // Control can set less than what comes back or goes out meanwhile.
    const float_xof = (floatXof < 0n ? 0n : floatXof).toString();
    const accounts = [{ account: "disbursement", channels: null, float_xof }];
    return { key: null, response: { status: 200, body: { accounts } } };
  });
}

/** 409 says that the key is known; the body is the disbursement that it stands for. */
function outcomeOf(key: string, response: DisburserResponse, status: 200 | 201): Outcome {
  switch (response.kind) {
    case "silence":
      return { key, response: { silence: response.how } };
    case "not-found":
      return { key, response: notFound };
    case "refused":
      return { key, response: refusal(response.code) };
    case "disbursement": {
      const body = disbursementBody(response.disbursement);
      return { key, response: { status: response.isKnown ? 409 : status, body } };
    }
  }
}

function disbursementBody(disbursement: Disbursement) {
  return {
    id: disbursement.id,
    merchant_key: disbursement.key,
    status: disbursementStatusOf(disbursement),
    amount_xof: disbursement.amountXof.toString(),
    fee_xof: disbursement.feeXof.toString(),
    channel: disbursement.channel,
    failure: disbursement.failure,
    created_at: disbursement.createdAt,
    settled_at: disbursement.settledAt,
    reversed_at: disbursement.reversedAt,
  };
}
