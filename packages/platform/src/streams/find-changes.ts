import type { ConsumerConfig, ConsumerInfo, JetStreamManager } from "@nats-io/jetstream";
import {
  type ConsumerDefinition,
  consumerDefinitions,
  type StreamDefinition,
  streamDefinitions,
} from "@sanu/contracts";
import type { ConnectionWatch } from "../messaging/connection-watch.ts";
import { askAgain } from "./ask-again.ts";
import { ackWaitNs } from "./definition-config.ts";
import {
  isReplicasChange,
  planStreams,
  type ReplicasOfStreams,
  type StreamChange,
} from "./stream-changes.ts";
import type { StreamSetUp } from "./stream-set-up.ts";

export interface Administration {
  readonly manager: JetStreamManager;
  readonly whileConnected: ConnectionWatch["whileConnected"];
}

/**
 * Compares JetStream with the definitions and changes nothing. Copies come last: who may not change them makes at least
 * what is missing. Throws when NATS does not answer.
 */
export async function findChanges(
  administration: Administration,
  setUp: Pick<StreamSetUp, "namespace" | "groups" | "replicas">,
): Promise<readonly StreamChange[]> {
  const definitions = streamDefinitions(setUp.namespace);
  const present = await readReplicas(administration, definitions);
  const ofStreams = planStreams(definitions, present, setUp.replicas);
  const changes = ofStreams.filter((change) => !isReplicasChange(change));
  for (const durable of consumerDefinitions(setUp.namespace, setUp.groups)) {
    const found = present.has(durable.stream)
      ? await findDurable(administration, durable)
      : undefined;
    const kind = kindOfChange(found?.config, durable);
    if (kind !== undefined) changes.push({ kind, durable });
  }
  return [...changes, ...ofStreams.filter(isReplicasChange)];
}

async function readReplicas(
  { manager: { streams }, whileConnected }: Administration,
  definitions: readonly StreamDefinition[],
): Promise<ReplicasOfStreams> {
  const ask = <Answer>(what: string, read: () => Promise<Answer>) =>
    askAgain(what, () => whileConnected(read));
  const names = await ask("its streams", () => listStreams(streams));
  const replicas = new Map<string, number>();
  for (const { name } of definitions.filter((definition) => names.has(definition.name))) {
    // Servers of a cluster hear one after the other that a stream has gone.
    const info = await unlessMissing("stream", () => ask(name, () => streams.info(name)));
    if (info !== undefined) replicas.set(name, info.config.num_replicas);
  }
  return replicas;
}

async function unlessMissing<Info>(
  what: "stream" | "consumer",
  read: () => Promise<Info>,
): Promise<Info | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Error && error.message.toLowerCase().includes(`${what} not found`)) return;
    throw error;
  }
}

async function listStreams(streams: JetStreamManager["streams"]): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for await (const name of streams.names()) names.add(name);
  return names;
}

async function findDurable(
  { manager: { consumers }, whileConnected }: Administration,
  { stream, durable }: ConsumerDefinition,
): Promise<ConsumerInfo | undefined> {
  const read = () => whileConnected(() => consumers.info(stream, durable));
  return unlessMissing("consumer", () => askAgain(`${stream}/${durable}`, read));
}

function kindOfChange(present: ConsumerConfig | undefined, wanted: ConsumerDefinition) {
  if (present === undefined) return "make-durable";
  const followed = new Set(followedBy(present));
  const follows = wanted.filterSubjects.every((subject) => followed.has(subject));
  if (!follows) return "replace-durable";
  if (followed.size > wanted.filterSubjects.length) return "narrow-durable";
  return present.ack_wait === ackWaitNs ? undefined : "update-durable";
}

function followedBy({
  filter_subject: one,
  filter_subjects: several,
}: ConsumerConfig): readonly string[] {
  return several ?? (one === undefined || one === "" ? [] : [one]);
}
