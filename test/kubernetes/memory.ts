import { z } from "zod";
import type { Cluster } from "./cluster.ts";
import { growth, type Sample } from "./growth.ts";

const Usage = z.object({
  items: z.array(
    z.object({
      metadata: z.object({ name: z.string() }),
      containers: z.array(
        z.object({ usage: z.object({ memory: z.string().regex(/^\d+(?:Ki|Mi)?$/) }) }),
      ),
    }),
  ),
});

const unitBytes: Readonly<Record<string, number>> = { Ki: 1_024, Mi: 1_048_576 };
const path = "/apis/metrics.k8s.io/v1beta1/namespaces/sanu/pods";

/** The memory of pods over time, as the cluster's own metrics have it. */
export class MemoryRecord {
  readonly #samples = new Map<string, Sample[]>();
  readonly #startedAt = performance.now();

  /** Notes what each pod has now. */
  take(cluster: Cluster): void {
    const minutes = (performance.now() - this.#startedAt) / 60_000;
    for (const { metadata, containers } of Usage.parse(
      JSON.parse(cluster.kubectl("get", "--raw", path)),
    ).items) {
      const bytes = containers.map(({ usage }) => bytesOf(usage.memory));
      const megabytes = bytes.reduce((sum, one) => sum + one, 0) / 1e6;
      const samples = this.#samples.get(metadata.name) ?? [];
      samples.push({ minutes, megabytes });
      this.#samples.set(metadata.name, samples);
    }
  }

  /** How each of these pods has grown behind its first third, in which caches fill. */
  growthOf(isMeant: (pod: string) => boolean) {
    return [...this.#samples]
      .filter(([pod]) => isMeant(pod))
      .map(([pod, samples]) => ({ pod, ...growth(samples) }));
  }
}

function bytesOf(text: string): number {
  const [, digits = "0", unit = ""] = /^(\d+)(\w*)$/.exec(text) ?? [];
  return Number(digits) * (unitBytes[unit] ?? 1);
}
