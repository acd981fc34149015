import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { type Cluster, CommandError } from "./cluster.ts";
import { readDurables } from "./durables.ts";
import { MemoryRecord } from "./memory.ts";
import { type Proof, restartAll, services } from "./proofs.ts";

const Deployment = z.object({
  spec: z.object({
    template: z.object({
      metadata: z.object({ labels: z.record(z.string(), z.string()) }),
      spec: z.looseObject({}),
    }),
  }),
});

const sampleEveryMs = 20_000;
const lagWaitMs = 60_000;
/** Of what a program has on average, in the two thirds of the time that count. */
const growthShareMax = 0.1;
const steadyName = (service: string): string => `${service}-steady`;

/**
 * So long at one pace, or as long as the rounds take where that is longer. Rolling restarts go on meanwhile; beside the pods that
 * they replace, each service has one that stays, for what leaks shows in those that live long.
 */
export function soaked(minutes: number, rounds: number): Proof {
  return {
    name: `a soak of ${minutes} minutes with ${rounds} rolling restarts of every service`,
    before: (cluster) => {
      for (const service of services) startSteady(cluster, service);
      return Promise.resolve();
    },
    act: async (cluster) => {
      const record = new MemoryRecord();
      const startedAt = performance.now();
      const minutesSince = (): number => (performance.now() - startedAt) / 60_000;
      const isOver = (): boolean => minutesSince() > minutes;
      for (let round = 0; round < rounds; round += 1) {
        restartAll(cluster, () => record.take(cluster));
        console.log(`${new Date().toISOString()} round ${round + 1} of ${rounds}`);
      }
      const restarted = minutesSince();
      while (!isOver()) {
        record.take(cluster);
        await sleep(sampleEveryMs);
      }
      return [
        `the rounds took ${restarted.toFixed(1)} min`,
        ...judgeMemory(record, minutesSince()),
      ];
    },
    after: async (cluster) => {
      const lags = await lagsAtTheEnd(cluster);
      for (const service of services) {
        cluster.kubectl("delete", "pod", steadyName(service), "--ignore-not-found");
      }
      if (lags.length > 0) throw new CommandError(`what waits at the end: ${lags.join(", ")}`);
      return ["nothing waits at the end"];
    },
  };
}

/** A pod as the service's others, whom no rollout replaces because nobody owns it. */
function startSteady(cluster: Cluster, service: string): void {
  const name = steadyName(service);
  const { template } = Deployment.parse(
    JSON.parse(cluster.kubectl("get", `deployment/${service}`, "--output=json")),
  ).spec;
  cluster.kubectl("delete", "pod", name, "--ignore-not-found");
  cluster.apply([
    {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name, namespace: "sanu", labels: template.metadata.labels },
      // What spreads the pods of one release asks for a label that this one has not.
      spec: { ...template.spec, topologySpreadConstraints: [] },
    },
  ]);
  cluster.kubectl("wait", `pod/${name}`, "--for=condition=Ready", "--timeout=180s");
}

/** Throws where a service grows. Servers fill their caches for longer than this lasts: they are only said. */
function judgeMemory(record: MemoryRecord, minutes: number): readonly string[] {
  const found = record.growthOf((pod) => /-steady$|^(?:nats|postgres)-\d$|^sandbox-/.test(pod));
  const words = found.map(
    ({ pod, megabytes, megabytesPerHour }) =>
      `${pod} ${megabytes.toFixed(0)} MB, ${megabytesPerHour.toFixed(1)} MB an hour`,
  );
  const counted = (minutes / 60) * (2 / 3);
  const grown = found.filter(
    ({ pod, megabytes, megabytesPerHour }) =>
      pod.endsWith("-steady") && megabytesPerHour * counted > megabytes * growthShareMax,
  );
  if (grown.length === 0) return words;
  throw new CommandError(`memory grows: ${words.join(", ")}`);
}

async function lagsAtTheEnd(cluster: Cluster): Promise<readonly string[]> {
  const deadlineAt = performance.now() + lagWaitMs;
  for (;;) {
    const lags = readDurables(cluster)
      .filter(({ waiting }) => waiting > 0)
      .map(({ name, waiting }) => `${waiting} for ${name}`);
    if (lags.length === 0 || performance.now() > deadlineAt) return lags;
    await sleep(1_000);
  }
}
