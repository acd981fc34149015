import type { Xof } from "@sanu/kernel";
import { callBudget } from "../../http/provider-http.ts";
import type { CollectionRail } from "../../ports/collection-rail.ts";
import type { DisburseRail } from "../../ports/disburse-rail.ts";
import { type ConnectorOptions, notServed, promptLifeMs, steadyRail } from "../connector.ts";
import { readUnsigned } from "./callback.ts";
import { place, read } from "./place.ts";
import type { MomoProduct } from "./product.ts";
import { collectionKind, readCollection } from "./translate.ts";
import {
  payoutKind,
  readBalance,
  readPayout,
  readRefund,
  readRefundable,
  refundKind,
} from "./translate-transfer.ts";

/** It takes an `X-Reference-Id` once. */
export const mtnmomoRail = steadyRail("mtnmomo", "resend-same-key");

const partyIdOf = (e164: string) => e164.replace("+", "");

/** Money in by a prompt on the payer's phone, and back by a transfer to him. */
export function createMtnmomoCollectionRail(
  collections: MomoProduct,
  disbursements: MomoProduct,
  { callTimeoutMs }: ConnectorOptions,
): CollectionRail {
  const { channel, currency } = collections.account;
  const budget = (withinMs = callTimeoutMs) => callBudget(withinMs);
  return {
    ...mtnmomoRail,
    serves: (name) => name === channel,
    promptLifeMs,
    async initiate({ key, amountXof, payerNumber, description, ...order }) {
      if (order.channel !== channel) return notServed;
      const partyId = partyIdOf(payerNumber);
      const wanted = { key, amountXof, partyId, note: description, left: budget() };
      const placed = await place(collections, wanted, collectionKind);
      if (placed.kind !== "accepted") return placed;
      return { kind: "accepted", value: { providerReference: key, paymentUrl: null } };
    },
    status: async ({ key, withinMs }) =>
      readCollection(await read(collections, collectionKind, key, budget(withinMs)), {
        key,
        currency,
      }),
    cancel: null,
    async refund({ key, collectionKey, amountXof }) {
      const left = budget();
      const name = { key: collectionKey, currency };
      const collected = await read(collections, collectionKind, collectionKey, left);
      const refundable = readRefundable(collected, { ...name, amountXof });
      if (refundable.kind !== "accepted") return refundable;
      const { partyId } = refundable.value;
      const wanted = { key, amountXof, partyId, note: "REFUND", left };
      const placed = await place(disbursements, wanted, refundKind);
      if (placed.kind !== "accepted") return placed;
      return { kind: "accepted", value: { refundReference: key, settled: null } };
    },
    refundStatus: async ({ key }) =>
      readRefund(await read(disbursements, refundKind, key, budget()), { key, currency }),
    // Source: momodeveloper.mtn.com/api-documentation/callback: the host has to take both.
    takesCallbacksByPut: true,
    readCallback: readUnsigned,
    async close() {
      await Promise.all([collections.close(), disbursements.close()]);
    },
  };
}

interface PayoutBounds {
  readonly amountXofMin: Xof;
  readonly amountXofMax: Xof;
}

/** Money out, from the account of one country. */
export function createMtnmomoDisburseRail(
  disbursements: MomoProduct,
  bounds: PayoutBounds,
  { callTimeoutMs }: ConnectorOptions,
): DisburseRail {
  const { account } = disbursements;
  const { currency } = account;
  const budget = () => callBudget(callTimeoutMs);
  const floats = async () => {
    const path = "/v1_0/account/balance";
    return readBalance(await disbursements.call({ method: "GET", path, left: budget() }), account);
  };
  return {
    ...mtnmomoRail,
    serves: (name) => name === account.channel,
    limits: bounds,
    async disburse({ key, amountXof, number, channel, description }) {
      if (channel !== account.channel) return notServed;
      const partyId = partyIdOf(number);
      const wanted = { key, amountXof, partyId, note: description, left: budget() };
      const placed = await place(disbursements, wanted, payoutKind);
      if (placed.kind !== "accepted") return placed;
      return { kind: "accepted", value: { kind: "pending", providerReference: key } };
    },
    status: async (key) =>
      readPayout(await read(disbursements, payoutKind, key, budget()), { key, currency }),
    async conditions(channel) {
      if (channel !== account.channel) return { kind: "unknown-channel" };
      const reading = await floats();
      if (reading.kind !== "floats") return reading;
      const [float] = reading.floats;
      if (float === undefined) return { kind: "unknown-channel" };
      return { kind: "conditions", isOpen: true, ...bounds, floatXof: float.availableXof };
    },
    floats,
    close: () => disbursements.close(),
  };
}
