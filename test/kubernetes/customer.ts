import { readFileSync } from "node:fs";
import { z } from "zod";
import { type Cluster, until } from "./cluster.ts";

const Seen = z.object({
  requests: z.number(),
  failed: z.number(),
  failures: z.array(z.string()),
  failedFrom: z.number().nullable(),
  failedTo: z.number().nullable(),
  money: z.array(z.string()),
  longestPauseMs: z.number(),
  sale: z.string(),
  seconds: z.number(),
  perSecond: z.number(),
  endings: z.record(z.string(), z.number()),
  createMs: z.object({ p50: z.number(), p99: z.number(), max: z.number() }),
});
export type Seen = z.infer<typeof Seen>;

export interface Load {
  readonly perSecond: number;
  readonly people: number;
  readonly secondsMax: number;
  readonly pollMs: number;
  /** How old a connection gets; 0: as old as the server lets it. */
  readonly connectionMs: number;
  /** How long an app waits for the end of an order before it is counted as one that did not end. */
  readonly endsWithinMs: number;
}

const image = "sanu:local";
const startWaitMs = 180_000;
/** Behind the longest that an app waits. */
const endMarginMs = 110_000;

/** People in a pod of their own, who buy at an even pace until they are stopped. */
export async function startCustomers(cluster: Cluster, load: Load) {
  const program = readFileSync("test/kubernetes/pod/customer.mjs", "utf8");
  const metadata = { name: "customer", namespace: "sanu" };
  const { perSecond, secondsMax, people, pollMs, connectionMs, endsWithinMs } = load;
  removeCustomers(cluster);
  cluster.apply([
    { apiVersion: "v1", kind: "ConfigMap", metadata, data: { "customer.mjs": program } },
    {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { ...metadata, labels: { "app.kubernetes.io/name": "customer" } },
      spec: podSpec(
        [perSecond, secondsMax, people, pollMs, connectionMs, endsWithinMs].map(String),
      ),
    },
  ]);
  const log = () => cluster.kubectl("logs", "customer");
  await until(
    "people are signed up and one of them has sold",
    () => hasBegun(cluster),
    startWaitMs,
  );
  return {
    stop: async (): Promise<Seen> => {
      cluster.exec("customer", "customer", "node", "-e", "process.kill(1, 'SIGUSR2')");
      const isOver = () =>
        cluster.kubectl("get", "pod", "customer", "--output=jsonpath={.status.phase}") !==
        "Running";
      await until("all orders have ended", isOver, endsWithinMs + endMarginMs);
      return Seen.parse(JSON.parse(log().trim().split("\n").at(-1) ?? ""));
    },
  };
}

/** Nobody buys on behind a proof that broke. */
export function removeCustomers(cluster: Cluster): void {
  const now = ["--ignore-not-found", "--grace-period=0", "--force"];
  cluster.kubectl("delete", "pod", "customer", ...now);
}

function hasBegun(cluster: Cluster): boolean {
  try {
    return cluster.kubectl("logs", "customer").includes("signed up");
  } catch {
    return false;
  }
}

function podSpec(args: readonly string[]): object {
  return {
    restartPolicy: "Never",
    automountServiceAccountToken: false,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: 1000,
      seccompProfile: { type: "RuntimeDefault" },
    },
    containers: [
      {
        name: "customer",
        image,
        imagePullPolicy: "IfNotPresent",
        args: ["/program/customer.mjs", ...args],
        env: [{ name: "NODE_EXTRA_CA_CERTS", value: "/ca/ca.crt" }],
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        },
        volumeMounts: [
          { name: "program", mountPath: "/program" },
          { name: "ca", mountPath: "/ca" },
        ],
      },
    ],
    volumes: [
      { name: "program", configMap: { name: "customer" } },
      {
        name: "ca",
        secret: { secretName: "nats-tls", items: [{ key: "ca.crt", path: "ca.crt" }] },
      },
    ],
  };
}
