// Applies an overlay in the order in which nothing waits for nothing: servers, rights on NATS, jobs, services, and last who lets
// customers in. Plain JavaScript, for any Node from 18 on:
//   node deploy/kubernetes/apply.mjs deploy/kubernetes/overlays/local
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { assertSameOverlay, kubectl } from "./kubectl.mjs";

const [overlay] = process.argv.slice(2);
const jobWaitSeconds = 900;
const rolloutWaitSeconds = 600;
const rightsWaitMs = 300_000;
/** Those who answer before those who ask, so that no release is asked what it does not know yet. */
const order = [
  "identity",
  "transactions",
  "payments",
  "payouts",
  "stream-controller",
  "gateway-api",
];

const inNamespace = (...args) => kubectl(["--namespace=sanu", ...args]);

/** What a person has changed meanwhile, by undoing a rollout too, is again what the overlay says. */
function apply(manifests, selector) {
  const as = ["--server-side", "--field-manager=sanu", "--force-conflicts"];
  const args = ["apply", ...as, `--selector=${selector}`, "--filename=-"];
  process.stdout.write(kubectl(args, manifests));
}

function awaitRollout(what) {
  process.stdout.write(inNamespace("rollout", "status", what, `--timeout=${rolloutWaitSeconds}s`));
}

/** Two of three servers do: a node that is gone must not keep a release away. A rollout that stands is another thing. */
function awaitServers() {
  try {
    awaitRollout("statefulset/nats");
  } catch (error) {
    const { status, spec } = JSON.parse(inNamespace("get", "statefulset/nats", "--output=json"));
    const { currentRevision, updateRevision, readyReplicas = 0 } = status;
    if (currentRevision !== updateRevision || readyReplicas <= spec.replicas / 2) throw error;
    console.log(
      `NATS has ${readyReplicas} of ${spec.replicas} servers; the release goes on with them`,
    );
  }
}

/** Throws where the overlay still has names that stand for those of whoever installs it. */
function assertNamed() {
  const left = new Set(manifests.match(/[\w.@/:-]*\bsanu\.example\b/g));
  if (left.size === 0) return;
  throw new Error(`These names stand for yours: ${[...left].join(", ")}. Nothing was applied`);
}

/** A server reads its rights again when it is told, and keeps every connection; the file follows the ConfigMap in its own time. */
async function reloadRights() {
  const rights = inNamespace(
    "get",
    "configmap/nats-users",
    "--output=jsonpath={.data.users\\.conf}",
  );
  const wanted = createHash("sha256").update(rights).digest("hex");
  const servers = ["--selector=app.kubernetes.io/name=nats", "--output=json"];
  // Who is not there reads them at its start.
  const isReady = ({ status }) =>
    (status.conditions ?? []).some(({ type, status: is }) => type === "Ready" && is === "True");
  const ready = JSON.parse(inNamespace("get", "pods", ...servers)).items.filter(isReady);
  for (const pod of ready.map(({ metadata }) => metadata.name)) {
    const run = (...args) => inNamespace("exec", pod, "--container=nats", "--", ...args);
    const deadlineAt = Date.now() + rightsWaitMs;
    while (!run("sha256sum", "/etc/nats/users.conf").startsWith(wanted)) {
      if (Date.now() > deadlineAt) throw new Error(`${pod} does not see the new users.conf`);
      await sleep(1_000);
    }
    run("nats-server", "--signal", "reload=/var/run/nats/nats.pid");
    console.log(`${pod} has the rights of this release`);
  }
}

if (overlay === undefined) throw new Error("Which overlay? deploy/kubernetes/overlays/…");
const manifests = kubectl(["kustomize", overlay]);
assertNamed();
assertSameOverlay(manifests);
apply(manifests, "sanu.io/kind notin (job,service)");
awaitServers();
await reloadRights();
// A job is never changed, only made anew.
inNamespace("delete", "job", "migrate", "streams", "--ignore-not-found", "--wait");
apply(manifests, "sanu.io/kind=job");
for (const job of ["job/migrate", "job/streams"]) {
  process.stdout.write(
    inNamespace("wait", job, "--for=condition=Complete", `--timeout=${jobWaitSeconds}s`),
  );
}
for (const service of order) {
  apply(manifests, `sanu.io/kind=service,app.kubernetes.io/name=${service}`);
  awaitRollout(`deployment/${service}`);
}
