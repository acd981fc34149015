// Runs the shell's program in a pod of its own, which may reach the databases and NATS, and is gone afterwards. Plain JavaScript, for
// any Node from 18 on:
//   node deploy/kubernetes/sanu.mjs deploy/kubernetes/overlays/production cases list
// NATS_USER and NATS_PASSWORD of the environment, both of them, are whom it logs in to NATS as.
// Ends with the program's own code.
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { assertSameOverlay, kubectl, kubectlCall } from "./kubectl.mjs";

const [overlay, ...args] = process.argv.slice(2);
const name = `sanu-${randomBytes(4).toString("hex")}`;
const readyWaitSeconds = 120;
/** Whoever is cut off leaves no pod behind for longer. */
const lifeSecondsMax = 6 * 3_600;
/** A rebuild or an export holds more than a migration: batches of rows, for each of its threads. */
const resources = { requests: { cpu: "100m", memory: "256Mi" }, limits: { memory: "1Gi" } };

/** What the release has a program look like: its image, its account, and what it is shown. */
function podOf(kind, of) {
  const labels = `--selector=sanu.io/kind=${kind},app.kubernetes.io/name=${of}`;
  const made = kubectl(
    ["create", "--dry-run=client", labels, "--output=json", "-f", "-"],
    manifests,
  );
  return JSON.parse(made).spec.template.spec;
}

if (overlay === undefined) throw new Error("Which overlay? deploy/kubernetes/overlays/…");
const manifests = kubectl(["kustomize", overlay]);
assertSameOverlay(manifests);
const pod = podOf("job", "migrate");
const [container] = pod.containers;
const [ofStreams] = podOf("job", "streams").containers;
const [ofCases] = podOf("service", "transactions").containers;
/** `cases` decides by the settings of the service; where a release that is not applied yet renamed them, by none. */
const settings = ofCases.envFrom
  .filter((one) => one.configMapRef !== undefined)
  .map((one) => ({ configMapRef: { ...one.configMapRef, optional: true } }));
/** Whom somebody made for what no user of ours may do, and names in her own shell: deploy/runbooks/stream-copies.md. */
const { NATS_USER: user, NATS_PASSWORD: password } = process.env;
const login = Object.entries(user && password ? { NATS_USER: user, NATS_PASSWORD: password } : {});
const named = [
  ...login.map(([name, value]) => ({ name, value })),
  ...container.env,
  ...ofStreams.env,
];
const isFirst = ({ name }, index) => named.findIndex((one) => one.name === name) === index;
const shell = {
  ...container,
  name: "shell",
  command: ["sleep", String(lifeSecondsMax)],
  args: [],
  resources,
  envFrom: settings,
  env: named.filter(isFirst),
};
const manifest = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: {
    name,
    namespace: "sanu",
    labels: { "app.kubernetes.io/name": "shell", "app.kubernetes.io/part-of": "sanu" },
  },
  spec: {
    ...pod,
    restartPolicy: "Never",
    activeDeadlineSeconds: lifeSecondsMax,
    terminationGracePeriodSeconds: 0,
    containers: [shell],
  },
};

let code = 1;
try {
  kubectl(["create", "-f", "-"], JSON.stringify(manifest));
  const ready = `--timeout=${readyWaitSeconds}s`;
  kubectl(["--namespace=sanu", "wait", `pod/${name}`, "--for=condition=Ready", ready]);
  // Where a person sits at the keyboard, what asks for her password finds her.
  const keyboard = process.stdin.isTTY ? ["--stdin", "--tty"] : ["--stdin"];
  const program = ["node", "packages/cli/dist/main.js", ...args];
  const exec = ["--namespace=sanu", "exec", ...keyboard, name, "--", ...program];
  code = spawnSync(...kubectlCall(exec), { stdio: "inherit" }).status ?? 1;
} finally {
  kubectl(["--namespace=sanu", "delete", "pod", name, "--ignore-not-found", "--wait=false"]);
}
process.exitCode = code;
