import type { Replica } from "@sanu/local-stack";
import type { Watched } from "../cost/watched.ts";
import {
  type BenchSystem,
  benchSystemLimits,
  inTurn,
  numbers,
  order,
  serviceNames,
} from "../system/bench-system.ts";
import { completionsOf } from "../system/completions.ts";
import { type BenchHttp, openHttp } from "../system/http.ts";

/** Several processes of every service that share its work. */
export interface Many {
  /** Those beside the first ones. */
  readonly watched: () => readonly Watched[];
  /** One whole purchase, at the next gateway for the next person. */
  readonly buy: () => Promise<void>;
  /** Stops the youngest until so many of each service are left. */
  readonly leave: (count: number) => Promise<void>;
  readonly close: () => Promise<unknown>;
}

/** One of each service. */
interface Round {
  readonly replicas: readonly Replica[];
  readonly http: BenchHttp;
}

/** Starts processes beside the first ones of a system until there are so many of every service. */
export async function startMany(system: BenchSystem, count: number): Promise<Many> {
  const rounds: Round[] = [];
  while (rounds.length < count - 1) rounds.push(await startRound(system));
  const completions = completionsOf(system);
  const next = inTurn(system.people);
  let bought = 0;
  return {
    watched: () =>
      rounds.flatMap(({ replicas }) =>
        replicas.map(({ name, program }): Watched => {
          return { name, side: "program", pid: program.pid() };
        }),
      ),
    buy() {
      const gateways = [system.http, ...rounds.map(({ http }) => http)];
      const http = gateways[bought % gateways.length] ?? system.http;
      bought += 1;
      return order(http, next(), numbers.paysAtOnce).then(completions.of);
    },
    async leave(left) {
      const stopped = rounds.splice(left - 1);
      await Promise.all(stopped.map(({ http }) => http.close()));
      await Promise.all(
        stopped.flatMap(({ replicas }) => replicas.map(({ program }) => program.stop())),
      );
    },
    close: () => Promise.all(rounds.map(({ http }) => http.close())),
  };
}

async function startRound({ system }: BenchSystem): Promise<Round> {
  const replicas = await Promise.all(serviceNames.map((name) => system.startReplica(name)));
  const url = replicas.flatMap(({ apiUrl }) => apiUrl ?? [])[0];
  if (url === undefined) throw new Error("The gateway has no address");
  // The bench's gateways speak without TLS.
  const origin = url.replace("https:", "http:");
  return { replicas, http: openHttp(origin, benchSystemLimits.connections) };
}
