import { z } from "zod";
import type { Cluster } from "./cluster.ts";

const Consumer = z.object({
  stream_name: z.string(),
  name: z.string(),
  num_pending: z.number(),
  num_ack_pending: z.number(),
  delivered: z.object({ consumer_seq: z.number() }),
  cluster: z.object({ leader: z.string().default("") }).optional(),
});
const Answer = z.object({
  account_details: z
    .array(
      z.object({
        stream_detail: z
          .array(z.object({ consumer_detail: z.array(Consumer).default([]) }))
          .default([]),
      }),
    )
    .default([]),
});

export interface Durable {
  readonly name: string;
  /** Facts that were not delivered yet, or not acknowledged. */
  readonly waiting: number;
  /** Acknowledged since it was made, repetitions too; what a pod has taken to do later is not among them. */
  readonly handled: number;
}

const url = "http://127.0.0.1:8222/jsz?consumers=true";

/** What the servers of NATS say of each durable; only the one that leads it knows. */
export function readDurables(cluster: Cluster): readonly Durable[] {
  return cluster.pods("nats").flatMap((pod) => {
    const server = pod.replace("pod/", "");
    const answer = Answer.parse(JSON.parse(cluster.exec(pod, "nats", "wget", "-qO-", url)));
    return answer.account_details
      .flatMap((account) => account.stream_detail)
      .flatMap((stream) => stream.consumer_detail)
      .filter((consumer) => consumer.cluster?.leader === server)
      .map((consumer) => ({
        name: consumer.name,
        waiting: consumer.num_pending + consumer.num_ack_pending,
        handled: consumer.delivered.consumer_seq - consumer.num_ack_pending,
      }));
  });
}
