import type { ConsumerDefinition, StreamDefinition } from "@sanu/contracts";

/** What sets JetStream apart from the definitions of contracts, and what is done about it. */
export type StreamChange =
  | { readonly kind: "make-stream"; readonly stream: StreamDefinition; readonly replicas: number }
  | ReplicasChange
  | { readonly kind: "make-durable"; readonly durable: ConsumerDefinition }
  /** It follows other facts than it should. */
  | { readonly kind: "replace-durable"; readonly durable: ConsumerDefinition }
  /** It follows all that it should, and more: what a newer release has added, or this one has dropped. */
  | { readonly kind: "narrow-durable"; readonly durable: ConsumerDefinition }
  | { readonly kind: "update-durable"; readonly durable: ConsumerDefinition };

/** A stream has another number of copies than the deployment says. */
export interface ReplicasChange {
  readonly kind: "change-replicas";
  readonly name: string;
  readonly present: number;
  readonly wanted: number;
}

/** By name, of the streams that are there. */
export type ReplicasOfStreams = ReadonlyMap<string, number>;

/**
 * Streams that are missing, and, where a number of copies is wanted, those that have another one. Without a number a
 * stream that is missing gets as many copies as the others have, the most of them.
 */
export function planStreams(
  definitions: readonly StreamDefinition[],
  present: ReplicasOfStreams,
  wanted: number | undefined,
): readonly StreamChange[] {
  const ofOthers = definitions.flatMap(({ name }) => present.get(name) ?? []);
  const replicas = wanted ?? Math.max(1, ...ofOthers);
  return definitions.flatMap((stream): readonly StreamChange[] => {
    const { name } = stream;
    const has = present.get(name);
    if (has === undefined) return [{ kind: "make-stream", stream, replicas }];
    if (wanted === undefined || has === wanted) return [];
    return [{ kind: "change-replicas", name, present: has, wanted }];
  });
}

export function isReplicasChange(change: StreamChange): change is ReplicasChange {
  return change.kind === "change-replicas";
}

export function takesCopiesAway(change: StreamChange): change is ReplicasChange {
  return isReplicasChange(change) && change.wanted < change.present;
}

/** Of the stream, or of the stream and its durable. */
export function nameOfChange(change: StreamChange): string {
  switch (change.kind) {
    case "make-stream":
      return change.stream.name;
    case "change-replicas":
      return change.name;
    case "make-durable":
    case "replace-durable":
    case "narrow-durable":
    case "update-durable":
      return `${change.durable.stream}/${change.durable.durable}`;
  }
}

/** For an operator: what is, and what it becomes. */
export function describeChange(change: StreamChange): string {
  const name = nameOfChange(change);
  switch (change.kind) {
    case "make-stream":
      return `${name} is missing: it gets ${copies(change.replicas)}`;
    case "change-replicas": {
      const { present, wanted } = change;
      const direction = takesCopiesAway(change) ? "fewer" : "more";
      return `${name} has ${copies(present)}: it gets ${direction}, ${wanted}`;
    }
    case "make-durable":
      return `${name} is missing`;
    case "replace-durable":
      return `${name} follows other facts: it begins anew at the start of its stream`;
    case "narrow-durable":
      return `${name} follows more facts than this release knows of: it begins anew at the start of its stream, without them`;
    case "update-durable":
      return `${name} has another time to acknowledge`;
  }
}

function copies(count: number): string {
  return count === 1 ? "1 copy" : `${count} copies`;
}
