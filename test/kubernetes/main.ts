import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBookFaults } from "./books.ts";
import { type Cluster, CommandError, isThere, openCluster, run } from "./cluster.ts";
import { startCustomers } from "./customer.ts";
import { findNetworkDifferences } from "./network-proof.ts";
import {
  drainedNode,
  killedNats,
  killedPods,
  killedPrimary,
  type Proof,
  rollingRestarts,
} from "./proofs.ts";
import { makeSecrets } from "./secrets.ts";

/** What keeps the tests from running is not what they are about. */
const notRunCode = 69;
const overlay = "deploy/kubernetes/overlays/local";
const images = ["sanu:local", "postgres:18", "nats:2.14-alpine"];
const { SANU_KUBE_UP: up, SANU_KUBE_LOAD: load, KUBECTL: kubectl = "kubectl" } = process.env;
const perSecond = Number(process.env["SANU_KUBE_PER_SECOND"] ?? "20");
const isLong = process.argv.includes("--long");

const why = missing();
if (why === undefined) await prove();
else {
  console.log(`kubernetes: not run: ${why}`);
  process.exitCode = notRunCode;
}

function missing(): string | undefined {
  if (!isThere("docker", ["info"])) return "there is no Docker engine to build the image with";
  if (up !== undefined) run(up, []);
  if (!isThere(kubectl, ["get", "nodes"])) {
    return "no cluster answers kubectl; KUBECTL names another kubectl, SANU_KUBE_UP a command that starts a cluster";
  }
  if (load === undefined) {
    return "SANU_KUBE_LOAD is not set: the command that puts an archive of docker save on the cluster's nodes";
  }
  return undefined;
}

async function prove(): Promise<void> {
  const cluster = openCluster(kubectl);
  buildAndLoad(load ?? "");
  await install(cluster);
  const proofs = [
    rollingRestarts(isLong ? 20 : 2),
    killedPods,
    killedNats,
    drainedNode,
    killedPrimary,
  ];
  const faults: string[] = [];
  for (const proof of [
    { name: "one purchase and one sale", act: () => Promise.resolve([]) },
    ...proofs,
  ]) {
    faults.push(...(await under(cluster, proof)));
  }
  const { tried, wrong } = findNetworkDifferences(cluster);
  console.log(
    `network: ${tried} ways tried from inside pods, ${wrong.length} not as network.md says`,
  );
  faults.push(...wrong, ...findBookFaults(cluster));
  for (const fault of faults) console.log(`FAULT ${fault}`);
  console.log(faults.length === 0 ? "kubernetes: all held" : `kubernetes: ${faults.length} faults`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

function buildAndLoad(command: string): void {
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
async function install(cluster: Cluster): Promise<void> {
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
  if (!isThere(kubectl, ["--namespace=sanu", "get", "secret", "nats-tls"])) {
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

/** Acts while people buy. Faults are: a request that failed, an order that did not end well. */
async function under(cluster: Cluster, proof: Proof): Promise<readonly string[]> {
  const customers = await startCustomers(cluster, { perSecond, people: 8, secondsMax: 3_600 });
  let measured: readonly string[] = [];
  const faults: string[] = [];
  try {
    measured = await proof.act(cluster);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    faults.push(`${proof.name}: ${error.message}`);
  }
  const seen = await customers.stop();
  console.log(
    `${proof.name}: ${measured.join(", ")}; ${JSON.stringify({ ...seen, failures: undefined })}`,
  );
  for (const failure of seen.failures) console.log(`  ${failure}`);
  if (seen.failed > 0)
    faults.push(`${proof.name}: ${seen.failed} of ${seen.requests} requests failed`);
  const { COMPLETED: _well, ...others } = seen.endings;
  for (const [ending, count] of Object.entries(others))
    faults.push(`${proof.name}: ${count} orders ${ending}`);
  if (seen.sale !== "COMPLETED") faults.push(`${proof.name}: the sale is ${seen.sale}`);
  return faults;
}
