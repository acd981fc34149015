import { z } from "zod";
import { type Cluster, CommandError } from "./cluster.ts";

const Job = z.looseObject({
  spec: z.looseObject({
    template: z.looseObject({
      metadata: z.looseObject({ labels: z.record(z.string(), z.string()) }),
      spec: z.looseObject({ containers: z.array(z.looseObject({})) }),
    }),
  }),
});

const checks: readonly (readonly string[])[] = [
  ["books"],
  ["projections", "verify"],
  ["audit", "verify"],
  ["reconcile", "--now"],
];
const waitSeconds = 300;

/** What the operator's own commands find wrong with the books, the views and the audit logs, each in a pod that may reach the databases. */
export function findBookFaults(cluster: Cluster): readonly string[] {
  const { spec } = Job.parse(JSON.parse(cluster.kubectl("get", "job", "migrate", "--output=json")));
  const { containers, ...pod } = spec.template.spec;
  const name = "app.kubernetes.io/name";
  return checks.flatMap((command) => {
    const job = `check-${command[0] ?? ""}`;
    const args = ["packages/cli/dist/main.js", ...command];
    const labels = { [name]: spec.template.metadata.labels[name] ?? "" };
    cluster.kubectl("delete", "job", job, "--ignore-not-found", "--wait");
    cluster.apply([
      {
        apiVersion: "batch/v1",
        kind: "Job",
        metadata: { name: job, namespace: "sanu" },
        spec: {
          backoffLimit: 0,
          template: {
            metadata: { labels },
            spec: { ...pod, restartPolicy: "Never", containers: [{ ...containers[0], args }] },
          },
        },
      },
    ]);
    try {
      cluster.kubectl(
        "wait",
        `job/${job}`,
        "--for=condition=Complete",
        `--timeout=${waitSeconds}s`,
      );
      return [];
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      return [`sanu ${command.join(" ")}: ${cluster.kubectl("logs", `job/${job}`)}`];
    }
  });
}
