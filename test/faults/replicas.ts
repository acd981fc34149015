import type { Environment, SupervisedProgram } from "@sanu/local-stack";
import { type ApiClient, createApiClient } from "@sanu/testing";
import { type ServiceName, serviceNames } from "./service-names.ts";
import type { FaultSystem } from "./system.ts";

/** One of several processes of the same service. */
export interface OneOfTwo {
  readonly program: SupervisedProgram;
  readonly metricsUrl: string;
}

/** A system with two processes of every service. */
export interface Replicas {
  readonly of: (name: ServiceName) => readonly [OneOfTwo, OneOfTwo];
  /** A client that goes to the gateway with the fewest calls open, as a load balancer does: one that stands still gets no more. */
  readonly api: ApiClient;
}

/** Starts a second process of every service, with settings of its own where there are any. */
export async function startReplicas(
  system: FaultSystem,
  settings: Readonly<Partial<Record<ServiceName, Environment>>> = {},
): Promise<Replicas> {
  const started = await Promise.all(
    serviceNames.map(
      async (name) => [name, await system.startReplica(name, settings[name])] as const,
    ),
  );
  const seconds = new Map(started);
  const second = (name: ServiceName) => {
    const replica = seconds.get(name);
    if (replica === undefined) throw new Error(`${name} has no second process`);
    return replica;
  };
  return {
    of: (name) => [
      { program: system.program(name), metricsUrl: system.metricsUrl(name) },
      second(name),
    ],
    api: leastBusy([system.api, createApiClient(second("gateway-api").apiUrl ?? "")]),
  };
}

function leastBusy(clients: readonly [ApiClient, ApiClient]): ApiClient {
  const open = [0, 0];
  let turn = 0;
  const choose = (): 0 | 1 => {
    const [first = 0, second = 0] = open;
    turn += 1;
    if (first === second) return turn % 2 === 0 ? 0 : 1;
    return first < second ? 0 : 1;
  };
  return {
    async call(...args) {
      const chosen = choose();
      open[chosen] = (open[chosen] ?? 0) + 1;
      try {
        return await clients[chosen].call(...args);
      } finally {
        open[chosen] = (open[chosen] ?? 0) - 1;
      }
    },
    async close() {
      await Promise.all(clients.map((client) => client.close()));
    },
    async destroy() {
      await Promise.all(clients.map((client) => client.destroy()));
    },
  };
}

/** The sum of a series over all its labels, or over those lines that carry one of them, as a process tells it. */
export async function readSeries(
  { metricsUrl }: OneOfTwo,
  series: string,
  label = "",
): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  return text
    .split("\n")
    .filter((line) => line.startsWith(`${series}{`) && line.includes(label))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" "))), 0);
}
