import { type Cluster, until } from "./cluster.ts";
import { writeOverlay } from "./overlay.ts";
import { type Proof, took } from "./proofs.ts";

const component = "deploy/kubernetes/components/postgres";
const waitMs = 300_000;
const instances = 3;

/** What the local overlay has in place of the operator. */
const byHand = [
  ["apps/v1", "StatefulSet", "postgres"],
  ["v1", "Service", "postgres-rw"],
  ["v1", "Service", "postgres-peers"],
  ["v1", "ServiceAccount", "postgres"],
  ["policy/v1", "PodDisruptionBudget", "postgres"],
  ["networking.k8s.io/v1", "NetworkPolicy", "postgres-is-reached-by-servers"],
  ["networking.k8s.io/v1", "NetworkPolicy", "postgres-reaches"],
] as const;
/** What a trial has neither a store nor an operator for. */
const notHere = [
  ["barmancloud.cnpg.io/v1", "ObjectStore", "backups"],
  ["postgresql.cnpg.io/v1", "ScheduledBackup", "nightly"],
  ["monitoring.coreos.com/v1", "PodMonitor", "postgres"],
] as const;

/** The overlay with production's component of Postgres: CloudNativePG keeps it, small, on the nodes that there are. */
export function overlayWithOperator(today: string, user: string): string {
  const without = writeOverlay("kubernetes-without-postgres", {
    resources: [today],
    patches: byHand.map(removed),
  });
  const small = [
    { op: "remove", path: "/spec/plugins" },
    { op: "remove", path: "/spec/walStorage" },
    ...Object.entries({
      imageName: "postgres:18",
      imagePullPolicy: "IfNotPresent",
      postgresUID: Number(user),
      postgresGID: Number(user),
      storage: { size: "10Gi" },
      resources: {
        requests: { cpu: "100m", memory: "256Mi" },
        limits: { memory: "1Gi" },
      },
    }).map(([name, value]) => ({ op: "add", path: `/spec/${name}`, value })),
    { op: "replace", path: "/spec/affinity/podAntiAffinityType", value: "preferred" },
    { op: "replace", path: "/spec/postgresql/parameters/shared_buffers", value: "128MB" },
  ];
  const patches = [
    { target: { kind: "Cluster", name: "postgres" }, patch: JSON.stringify(small) },
    ...notHere.map(removed),
  ];
  return writeOverlay("kubernetes-with-operator", {
    resources: [without],
    components: [component],
    patches,
  });
}

function removed([apiVersion, kind, name]: readonly [string, string, string]): object {
  return { patch: JSON.stringify({ $patch: "delete", apiVersion, kind, metadata: { name } }) };
}

/** Its primary is gone at once; the operator has another one lead. */
export const failedOver: Proof = {
  name: "the primary of Postgres killed, with CloudNativePG",
  isCrash: true,
  act: async (cluster) => {
    const before = status(cluster, "currentPrimary");
    const startedAt = performance.now();
    cluster.kubectl("delete", "pod", before, "--grace-period=0", "--force");
    const led = (): boolean => {
      const now = status(cluster, "currentPrimary");
      return now !== before && now === status(cluster, "targetPrimary");
    };
    await until("another one leads", led, waitMs);
    const other = performance.now() - startedAt;
    const whole = (): boolean => status(cluster, "readyInstances") === String(instances);
    await until("all are ready", whole, waitMs);
    return [
      took(`${status(cluster, "currentPrimary")} led in place of ${before}`, other),
      took("all three were ready", performance.now() - startedAt),
    ];
  },
};

function status(cluster: Cluster, field: string): string {
  const path = `--output=jsonpath={.status.${field}}`;
  return cluster.kubectl("get", "cluster.postgresql.cnpg.io", "postgres", path);
}
