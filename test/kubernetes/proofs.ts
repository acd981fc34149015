import { setTimeout as sleep } from "node:timers/promises";
import { type Cluster, until } from "./cluster.ts";

/** What is done to the system while people buy; returns what was measured, in words. */
export interface Proof {
  readonly name: string;
  /** Whoever is asked at the moment of a crash cannot answer: what failed then is counted, and the app asks again. */
  readonly isCrash?: true;
  /** Another pace than the one that is asked for. */
  readonly perSecond?: number;
  /** How often an app looks whether its order has ended; else every two seconds. */
  readonly pollMs?: number;
  /** How old an app's connections get; else as old as the gateway lets them. */
  readonly connectionMs?: number;
  /** How long an app waits for the end of an order; else a minute and a half. */
  readonly endsWithinMs?: number;
  /** Before anybody buys. */
  readonly before?: (cluster: Cluster) => Promise<void>;
  readonly act: (cluster: Cluster) => Promise<readonly string[]>;
  /** When everybody has stopped. */
  readonly after?: (cluster: Cluster) => Promise<readonly string[]>;
}

/** Those who answer before those who ask. */
export const services = [
  "identity",
  "transactions",
  "payments",
  "payouts",
  "stream-controller",
  "gateway-api",
] as const;
const backWaitMs = 180_000;

export const oneOfEach: Proof = {
  name: "purchases and a sale, nothing else",
  act: () => Promise.resolve([]),
};

/** Every service anew, one after the other, so often. */
export function rollingRestarts(rounds: number): Proof {
  return {
    name: `${rounds} rolling restarts of every service`,
    act: (cluster) => {
      const startedAt = performance.now();
      for (let round = 0; round < rounds; round += 1) restartAll(cluster);
      return Promise.resolve([took("all of them", performance.now() - startedAt)]);
    },
  };
}

/** Every service anew, one after the other. */
export function restartAll(cluster: Cluster, behindEach = (): void => undefined): void {
  for (const service of services) {
    cluster.kubectl("rollout", "restart", `deployment/${service}`);
    cluster.rolledOut(`deployment/${service}`);
    behindEach();
  }
}

/** One pod of each service, at once and without a chance to say goodbye. */
export const killedPods: Proof = {
  name: "one pod of every service killed",
  isCrash: true,
  act: async (cluster) => {
    const times: string[] = [];
    for (const service of services) {
      const [victim = ""] = cluster.pods(service);
      cluster.crash(victim);
      times.push(await backAgain(cluster, `deployment/${service}`));
      await sleep(2_000);
    }
    return times;
  },
};

export const killedNats: Proof = {
  name: "one of three NATS servers killed",
  isCrash: true,
  act: async (cluster) => {
    cluster.crash("pod/nats-1");
    return [await backAgain(cluster, "statefulset/nats")];
  },
};

/** The runbook of failover, by hand: the standby is told to lead, and the old primary comes back behind it. */
export const killedPrimary: Proof = {
  name: "the primary of Postgres killed, the standby promoted",
  isCrash: true,
  act: async (cluster) => {
    const leads = (pod: string) => {
      try {
        const answer = cluster.exec(
          pod,
          "postgres",
          "psql",
          "-U",
          "postgres",
          "-Atc",
          "select not pg_is_in_recovery()",
        );
        return answer.trim() === "t";
      } catch {
        return false;
      }
    };
    const [primary = "", standby = ""] = leads("postgres-0")
      ? ["postgres-0", "postgres-1"]
      : ["postgres-1", "postgres-0"];
    const sql = (text: string) =>
      cluster.exec(standby, "postgres", "psql", "-U", "postgres", "-c", text);
    const nodes = cluster.kubectl("get", "nodes", "--output=name").trim().split("\n");
    const startedAt = performance.now();
    // As if its node were gone: it does not come back before the other one leads.
    cluster.kubectl("cordon", ...nodes);
    try {
      cluster.kubectl("delete", "pod", primary, "--grace-period=0", "--force");
      cluster.exec(standby, "postgres", "pg_ctl", "promote");
      sql("alter system set synchronous_standby_names = ''");
      sql("select pg_reload_conf()");
      await until("the standby leads", () => leads(standby), backWaitMs);
    } finally {
      cluster.kubectl("uncordon", ...nodes);
    }
    const led = performance.now() - startedAt;
    const follows = () =>
      cluster
        .exec(
          standby,
          "postgres",
          "psql",
          "-U",
          "postgres",
          "-Atc",
          "select count(*) from pg_stat_replication where state = 'streaming'",
        )
        .trim() === "1";
    await until("the old primary follows", follows, backWaitMs);
    sql("alter system set synchronous_standby_names = 'ANY 1 (*)'");
    sql("select pg_reload_conf()");
    return [took("the standby led", led), took("both were there", performance.now() - startedAt)];
  },
};

export const drainedNode: Proof = {
  name: "a node drained, with budgets",
  act: (cluster) => {
    const nodes = cluster.kubectl("get", "nodes", "--output=name").trim().split("\n");
    if (nodes.length < 2) return Promise.resolve(["not tried: there is one node"]);
    const gateway = cluster.pods("gateway-api")[0] ?? "";
    const node = cluster.kubectl("get", gateway, "--output=jsonpath={.spec.nodeName}");
    const startedAt = performance.now();
    try {
      cluster.kubectl(
        "drain",
        node,
        "--pod-selector=sanu.io/kind=service",
        "--delete-emptydir-data",
        "--timeout=300s",
      );
      return Promise.resolve([took(`${node} was free of services`, performance.now() - startedAt)]);
    } finally {
      cluster.kubectl("uncordon", node);
    }
  },
};

async function backAgain(cluster: Cluster, what: string): Promise<string> {
  const ready = () => {
    const [have, want] = cluster
      .kubectl("get", what, "--output=jsonpath={.status.readyReplicas} {.spec.replicas}")
      .split(" ");
    return have === want;
  };
  await until(`${what} misses one`, () => !ready(), 5_000).catch(() => undefined);
  return took(`${what} was whole again`, await until(`${what} is whole`, ready, backWaitMs));
}

export function took(what: string, ms: number): string {
  return `${what} after ${(ms / 1_000).toFixed(1)} s`;
}
