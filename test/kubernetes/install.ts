import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Cluster, run } from "./cluster.ts";
import { writeOverlay } from "./overlay.ts";
import { makeSecrets } from "./secrets.ts";

const overlay = "deploy/kubernetes/overlays/local";
const images = ["sanu:local", "postgres:18", "nats:2.14-alpine"];

/** Builds today's image and puts it on the nodes, with those that are built already. */
export function buildAndLoad(command: string, others: readonly string[]): void {
  run("docker", ["build", "--tag=sanu:local", "--file=deploy/Dockerfile", "."]);
  const folder = mkdtempSync(join(tmpdir(), "sanu-images-"));
  try {
    const file = join(folder, "images.tar");
    run("docker", ["save", `--output=${file}`, ...images, ...others]);
    run(command, [file]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The user of the image of Postgres differs from build to build of it, and a pod must name it by number. */
export function postgresUser(): string {
  const args = ["run", "--rm", "--entrypoint=id", "postgres:18", "-u", "postgres"];
  return run("docker", args).trim();
}

/** Makes the namespace and its secrets, and returns the folder of the overlay for this cluster, which git ignores. */
export async function prepare(cluster: Cluster): Promise<string> {
  const variables = [
    ...readFileSync("deploy/nats/users.conf", "utf8").matchAll(/password: \$(\w+)/g),
  ];
  cluster.apply(readFileSync("deploy/kubernetes/base/namespace.yaml", "utf8"));
  if (!cluster.isThere("secret/nats-tls")) {
    cluster.apply(await makeSecrets([...new Set(variables.map(([, name = ""]) => name))]));
  }
  const path = "/spec/template/spec/securityContext";
  const value = Number(postgresUser());
  const operations = ["runAsUser", "runAsGroup", "fsGroup"].map((name) => ({
    op: "replace",
    path: `${path}/${name}`,
    value,
  }));
  const patch = {
    target: { kind: "StatefulSet", name: "postgres" },
    patch: JSON.stringify(operations),
  };
  return writeOverlay("kubernetes", { resources: [overlay], patches: [patch] });
}

/** As an operator does it: a first installation, a new release, or nothing where nothing is new. */
export function applyOverlay(folder: string): void {
  console.log(run(process.execPath, ["deploy/kubernetes/apply.mjs", folder]));
}
