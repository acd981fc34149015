import type { ApiClient, SentCallback } from "@sanu/testing";
import { expect } from "vitest";

/** Under way at each gateway. */
const concurrency = 24;

interface Delivery<Kind extends string> {
  readonly callbacks: readonly (SentCallback & { readonly kind: Kind })[];
  readonly random: () => number;
  readonly allowed: (kind: Kind) => readonly number[];
}

/** Delivers to the gateways at the same time, each callback to any of them; every answer is an allowed one. */
export async function deliverTo<Kind extends string>(
  gateways: readonly ApiClient[],
  path: string,
  { callbacks, random, allowed }: Delivery<Kind>,
): Promise<void> {
  const queues = Map.groupBy(callbacks, () => Math.floor(random() * gateways.length));
  const wrong: string[] = [];
  const work = async (queue: Delivery<Kind>["callbacks"][number][], gateway: ApiClient) => {
    for (let callback = queue.pop(); callback !== undefined; callback = queue.pop()) {
      const { headers, body: rawBody } = callback;
      const { status } = await gateway.call("POST", path, { headers, rawBody });
      if (!allowed(callback.kind).includes(status)) wrong.push(`${callback.kind}: ${status}`);
    }
  };
  await Promise.all(
    gateways.flatMap((gateway, index) => {
      const queue = queues.get(index) ?? [];
      return Array.from({ length: concurrency }, () => work(queue, gateway));
    }),
  );
  expect(wrong).toEqual([]);
}
