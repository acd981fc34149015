import { randomUUID } from "node:crypto";
import { jetstreamManager } from "@nats-io/jetstream";
import { connect, createInbox, MsgHdrsImpl } from "@nats-io/transport-node";
import type { Contender } from "../measure.ts";
import type { BenchServers } from "../system/servers.ts";
import { factData, factsPerRun } from "./facts.ts";

const inFlightMax = 1_000;

/** Publishes of the same bytes, each fenced by the sequence it expects, as many in flight as the relay's. */
export async function rawFencedPublish(
  servers: BenchServers,
): Promise<Contender & { close: () => Promise<void> }> {
  const connection = await connect({ servers: servers.nats.url });
  const manager = await jetstreamManager(connection);
  await manager.streams.add({ name: "RAW", subjects: ["raw.>"] });
  const inbox = createInbox();
  let sent = 0;
  let acknowledged = 0;
  let wake: () => void = () => undefined;
  connection.subscribe(inbox, {
    callback: (error, message) => {
      if (error !== null) throw error;
      const { seq } = message.json<{ seq?: number }>();
      if (seq !== acknowledged + 1) throw new Error(`sequence ${seq} behind ${acknowledged}`);
      acknowledged = seq;
      wake();
    },
  });
  const publish = () => {
    const headers = MsgHdrsImpl.fromRecord(headersOf(sent));
    connection.publish("raw.fact", factData, { headers, reply: inbox });
    sent += 1;
  };
  const acknowledgedEnough = (enough: () => boolean) =>
    new Promise<void>((resolve) => {
      wake = () => {
        if (enough()) resolve();
      };
      wake();
    });
  return {
    name: "raw fenced publish",
    async run() {
      const startedAt = performance.now();
      const end = sent + factsPerRun;
      while (sent < end) {
        await acknowledgedEnough(() => sent - acknowledged < inFlightMax);
        while (sent < end && sent - acknowledged < inFlightMax) publish();
      }
      await acknowledgedEnough(() => acknowledged === end);
      return (factsPerRun * 1_000) / (performance.now() - startedAt);
    },
    close: () => connection.close(),
  };
}

/** The headers that a fact has, and the fence. */
function headersOf(sequence: number): Record<string, string[]> {
  return {
    "sanu-log-id": ["0b6d3c1e-5a57-4d2a-9d5e-8a4f8f0c1e11"],
    "ce-specversion": ["1.0"],
    "ce-id": [randomUUID()],
    "ce-type": ["sanu.transactions.TransactionCreated.v1"],
    "ce-source": ["/sanu/transactions"],
    "ce-subject": ["0b6d3c1e-5a57-4d2a-9d5e-8a4f8f0c1e11"],
    "ce-time": ["2026-11-21T08:00:00.000000Z"],
    "ce-correlationid": ["0b6d3c1e-5a57-4d2a-9d5e-8a4f8f0c1e11"],
    "ce-causationid": ["0b6d3c1e-5a57-4d2a-9d5e-8a4f8f0c1e11"],
    "ce-position": [`1.1000.${sequence}`],
    "content-type": ["application/json"],
    "Nats-Expected-Last-Sequence": [String(sequence)],
  };
}
