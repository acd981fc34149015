import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parseAllDocuments } from "yaml";
import { z } from "zod";
import { type Cluster, CommandError, until } from "./cluster.ts";
import { readDurables } from "./durables.ts";
import { type Proof, took } from "./proofs.ts";

const component = "deploy/kubernetes/components/scaling-on-lag/scaled-objects.yaml";
/** With the first a pod starts in seconds; with the second it falls behind what people order: it does 0.7 orders a second with 40m, and with 80m all. */
const processorLimits = { start: "200m", work: "55m" } as const;
/** Half of what two cores hold: what more pods can do must not be wanting because all the others have no processor time either. */
const perSecond = 4;
const pausedAt = "autoscaling.keda.sh/paused-replicas";
const waitMs = 300_000;
const sampleMs = 20_000;
const lagSmall = 10;
/** Enough for three pods by `lagThreshold`, and to keep them busy for longer than it takes to see them. */
const lagLarge = 200;
/** Three of as little processor time as the one, of which each also needs some for itself. */
const workRisesBy = 1.5;

const ScaledObject = z.looseObject({
  kind: z.literal("ScaledObject"),
  metadata: z.object({ name: z.literal("payments") }),
  spec: z.looseObject({ triggers: z.array(z.looseObject({ type: z.string() })) }),
});
const NetworkPolicy = z.looseObject({
  kind: z.literal("NetworkPolicy"),
  metadata: z.object({ name: z.string() }),
});

/** Payments from one pod to three while facts wait for it, and back to one. */
export const scaledOnLag: Proof = {
  name: "payments scaled on lag, from 1 to 3 and back",
  perSecond,
  // What waits for one pod waits for minutes, and whoever waits asks: at every four seconds for 132 of 24 152 answers in vain.
  pollMs: 10_000,
  endsWithinMs: 300_000,
  before: async (cluster) => {
    const limit = `--limits=cpu=${processorLimits.start}`;
    cluster.kubectl("set", "resources", "deployment/payments", limit);
    cluster.rolledOut("deployment/payments");
    cluster.apply(scaling());
    await until("one pod is left", () => replicas(cluster) === 1, waitMs);
  },
  act: async (cluster) => {
    slowDown(cluster);
    await until("much waits", () => payments(cluster).waiting > lagLarge, waitMs);
    const one = await handledPerSecond(cluster);
    const waitedForOne = payments(cluster).waiting;
    const startedAt = performance.now();
    const since = (): number => performance.now() - startedAt;
    cluster.kubectl("annotate", "scaledobject", "payments", `${pausedAt}-`);
    await until("three have been ready", haveBeenReady(cluster, 3), waitMs);
    const ready = since();
    slowDown(cluster);
    const three = await handledPerSecond(cluster);
    await until("next to nothing waits", () => payments(cluster).waiting < lagSmall, waitMs);
    const seen = [
      `one pod handled ${one.toFixed(1)} facts a second, ${waitedForOne} waited`,
      took("three were ready", ready),
      `they handled ${three.toFixed(1)} facts a second`,
      took("next to nothing waited", since()),
    ];
    if (three >= one * workRisesBy) return seen;
    throw new CommandError(`the work done did not rise: ${seen.join("; ")}`);
  },
  after: async (cluster) => {
    const back = await until("one pod is left", () => replicas(cluster) === 1, waitMs);
    cluster.kubectl("delete", "scaledobject", "payments");
    const limit = { op: "remove", path: "/spec/template/spec/containers/0/resources/limits/cpu" };
    cluster.kubectl(
      "patch",
      "deployment/payments",
      "--type=json",
      `--patch=${JSON.stringify([limit])}`,
    );
    cluster.kubectl("scale", "deployment/payments", "--replicas=2");
    cluster.rolledOut("deployment/payments");
    return [took("one pod was left after people had stopped", back)];
  },
};

/** The component's own ScaledObject, between one and three, by lag alone, and held at one until it is let go. */
function scaling(): readonly object[] {
  const documents = parseAllDocuments(readFileSync(component, "utf8"));
  return documents.flatMap((document) => {
    const policy = NetworkPolicy.safeParse(document.toJS()).data;
    if (policy !== undefined) return [inNamespace(policy)];
    const scaled = ScaledObject.safeParse(document.toJS()).data;
    if (scaled === undefined) return [];
    const behavior = { scaleDown: { stabilizationWindowSeconds: 30 } };
    const spec = {
      ...scaled.spec,
      minReplicaCount: 1,
      maxReplicaCount: 3,
      advanced: { horizontalPodAutoscalerConfig: { behavior } },
      triggers: scaled.spec.triggers.filter(({ type }) => type !== "cpu"),
    };
    return [inNamespace({ ...scaled, spec }, { [pausedAt]: "1" })];
  });
}

function inNamespace(
  object: { readonly metadata: { readonly name: string }; readonly spec?: unknown },
  annotations: Readonly<Record<string, string>> = {},
): object {
  return { ...object, metadata: { ...object.metadata, namespace: "sanu", annotations } };
}

/** They get little processor time, in their place: those that are new as little as the first. */
function slowDown(cluster: Cluster): void {
  const resources = { limits: { cpu: processorLimits.work } };
  const patch = JSON.stringify({ spec: { containers: [{ name: "service", resources }] } });
  for (const pod of cluster.pods("payments")) {
    cluster.kubectl("patch", pod, "--subresource=resize", `--patch=${patch}`);
  }
}

/** Whether so many pods are there that each was ready once: with so little processor time a probe of theirs may come late. */
function haveBeenReady(cluster: Cluster, count: number): () => boolean {
  const ready = new Set<string>();
  const path = '{.status.conditions[?(@.type=="Ready")].status}';
  return () => {
    const pods = cluster.pods("payments");
    for (const pod of pods) {
      if (ready.has(pod)) continue;
      if (cluster.kubectl("get", pod, `--output=jsonpath=${path}`) === "True") ready.add(pod);
    }
    return pods.length === count && pods.every((pod) => ready.has(pod));
  };
}

/** Those that are ready; none while there are others that come or go. */
function replicas(cluster: Cluster): number | undefined {
  const path = "{.status.readyReplicas} {.status.replicas} {.spec.replicas}";
  const counts = cluster
    .kubectl("get", "deployment/payments", `--output=jsonpath=${path}`)
    .split(" ");
  return new Set(counts).size === 1 ? Number(counts[0]) : undefined;
}

function payments(cluster: Cluster): { readonly waiting: number; readonly handled: number } {
  const found = readDurables(cluster).find(({ name }) => name === "payments-from-transactions");
  return found ?? { waiting: Number.NaN, handled: Number.NaN };
}

async function handledPerSecond(cluster: Cluster): Promise<number> {
  const [before, startedAt] = [payments(cluster).handled, performance.now()];
  await sleep(sampleMs);
  const handled = payments(cluster).handled - before;
  return handled / ((performance.now() - startedAt) / 1_000);
}
