import { createHash } from "node:crypto";
import type { BatchPreparation, PreparedSend, SendOrder, SendRail } from "@sanu/rails";
import { createScriptedNode, type ScriptedNode } from "./scripted-node.fixture.ts";

/** A node that also pays several by one transaction. */
export interface BatchingNode extends ScriptedNode {
  /** The natural keys of each batch that it signed, and what it says of one with this receiver instead. */
  readonly batches: (readonly string[])[];
  readonly batchOffers: Map<string, BatchPreparation>;
  /** Awaited once a batch is signed, and before anything is sent; until `quiet`. */
  readonly on: {
    batch: (orders: readonly SendOrder[]) => Promise<void>;
    send: (naturalKey: string) => Promise<void>;
  };
  readonly quiet: () => void;
}

const quietly: BatchingNode["on"] = {
  batch: async () => undefined,
  send: async () => undefined,
};

/** Of what was paid together each shares the fate of the whole; what it refuses to publish it does not have. */
export function createBatchingNode(provider: string): BatchingNode {
  const node = createScriptedNode(provider);
  const batches: (readonly string[])[] = [];
  const batchOffers = new Map<string, BatchPreparation>();
  const on = { ...quietly };
  const rail: SendRail = {
    ...node.rail,
    async prepareBatch(orders) {
      const refusing = orders.flatMap((one) => batchOffers.get(one.destination.canonical) ?? []);
      if (refusing[0] !== undefined) return refusing[0];
      const value = batchOf(orders);
      batches.push(value.map(({ naturalKey }) => naturalKey));
      await on.batch(orders);
      return { kind: "accepted", value };
    },
    async send(command) {
      const { naturalKey, payload } = command.prepared;
      await on.send(naturalKey);
      const answer = node.answers.get(payload);
      return answer?.kind === "rejected" ? answer : node.rail.send(command);
    },
    status(naturalKey) {
      const sent = node.sent.find((key) => transactionOf(key) === transactionOf(naturalKey));
      return node.rail.status(sent ?? naturalKey);
    },
  };
  return { ...node, rail, batches, batchOffers, on, quiet: () => Object.assign(on, quietly) };
}

export function transactionOf(naturalKey: string): string {
  return naturalKey.split(":").slice(0, 2).join(":");
}

function batchOf(orders: readonly SendOrder[]): PreparedSend[] {
  const name = `${performance.now()} ${orders[0]?.key}`;
  const id = createHash("sha256").update(name).digest("hex");
  return orders.map(({ destination: { canonical } }, at) => ({
    naturalKey: `chain:${id}:${at}`,
    payload: canonical,
    spends: [`${id}:0`],
    destinationMark: canonical,
  }));
}
