import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Cluster, run } from "./cluster.ts";
import { makeSecrets } from "./secrets.ts";

const overlay = "deploy/kubernetes/overlays/local";
const images = ["sanu:local", "postgres:18", "nats:2.14-alpine"];

export function buildAndLoad(command: string): void {
  run("docker", ["build", "--tag=sanu:local", "--file=deploy/Dockerfile", "."]);
  const folder = mkdtempSync(join(tmpdir(), "sanu-images-"));
  try {
    const file = join(folder, "images.tar");
    run("docker", ["save", `--output=${file}`, ...images]);
    run(command, [file]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The user of the image of Postgres differs from build to build of it, and a pod must name it by number. */
export async function install(cluster: Cluster): Promise<void> {
  const user = run("docker", [
    "run",
    "--rm",
    "--entrypoint=id",
    "postgres:18",
    "-u",
    "postgres",
  ]).trim();
  const variables = [
    ...readFileSync("deploy/nats/users.conf", "utf8").matchAll(/password: \$(\w+)/g),
  ];
  cluster.apply(readFileSync("deploy/kubernetes/base/namespace.yaml", "utf8"));
  if (!cluster.isThere("secret/nats-tls")) {
    cluster.apply(await makeSecrets([...new Set(variables.map(([, name = ""]) => name))]));
  }
  console.log(run(process.execPath, ["deploy/kubernetes/apply.mjs", withPostgresUser(user)]));
}

/** The overlay with the number of the image's own user, in a folder that git ignores. */
function withPostgresUser(user: string): string {
  const folder = ".build/kubernetes";
  const path = "/spec/template/spec/securityContext";
  const operations = ["runAsUser", "runAsGroup", "fsGroup"].map((name) => ({
    op: "replace",
    path: `${path}/${name}`,
    value: Number(user),
  }));
  const patch = {
    target: { kind: "StatefulSet", name: "postgres" },
    patch: JSON.stringify(operations),
  };
  const resources = [`../../${overlay}`];
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "kustomization.yaml"),
    JSON.stringify({ resources, patches: [patch] }),
  );
  return folder;
}
