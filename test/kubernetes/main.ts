import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { findBookFaults } from "./books.ts";
import { type Cluster, CommandError, isThere, openCluster, run } from "./cluster.ts";
import { removeCustomers, type Seen, startCustomers } from "./customer.ts";
import { buildAndLoad, install } from "./install.ts";
import { findNetworkDifferences } from "./network-proof.ts";
import {
  drainedNode,
  killedNats,
  killedPods,
  killedPrimary,
  oneOfEach,
  type Proof,
  rollingRestarts,
} from "./proofs.ts";
import { findSecretDifferences } from "./secret-proof.ts";

/** What keeps the tests from running is not what they are about. */
const notRunCode = 69;
const {
  SANU_KUBE_UP: up,
  SANU_KUBE_LOAD: load,
  SANU_KUBE_KILL: kill,
  KUBECTL: kubectl = "kubectl",
} = process.env;
/** Before and behind what is done, so that what it costs shows. */
const steadyMs = 15_000;
const perSecond = Number(process.env["SANU_KUBE_PER_SECOND"] ?? "20");
const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "2" },
    only: { type: "string", default: "" },
    installed: { type: "boolean", default: false },
  },
});

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
  const cluster = openCluster(kubectl, kill);
  if (!options.installed) {
    buildAndLoad(load ?? "");
    await install(cluster);
  }
  const proofs = [
    oneOfEach,
    rollingRestarts(Number(options.rounds)),
    killedPods,
    killedNats,
    drainedNode,
    killedPrimary,
  ].filter(({ name }) => name.includes(options.only));
  const faults: string[] = [];
  for (const proof of proofs) {
    faults.push(...(await under(cluster, proof)), ...findBookFaults(cluster));
  }
  const network = findNetworkDifferences(cluster);
  const secrets = findSecretDifferences(cluster);
  console.log(
    `network: ${network.tried} ways tried from inside pods, ${network.wrong.length} not as network.md says`,
  );
  console.log(
    `secrets: ${secrets.tried} times looked for from inside pods, ${secrets.wrong.length} not as the guide says`,
  );
  faults.push(...network.wrong, ...secrets.wrong);
  for (const fault of faults) console.log(`FAULT ${fault}`);
  console.log(faults.length === 0 ? "kubernetes: all held" : `kubernetes: ${faults.length} faults`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

/** Acts while people buy. Faults are: a request that failed where none has to, an order that did not end well. */
async function under(cluster: Cluster, proof: Proof): Promise<readonly string[]> {
  const faults: string[] = [];
  const tried = async <Made>(make: () => Promise<Made>): Promise<Made | undefined> => {
    try {
      return await make();
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      faults.push(`${proof.name}: ${error.message}`);
      return undefined;
    }
  };
  const customers = await tried(() =>
    startCustomers(cluster, { perSecond, people: 8, secondsMax: 3_600 }),
  );
  const acted = async () => {
    await sleep(steadyMs);
    const found = await proof.act(cluster);
    await sleep(steadyMs);
    return found;
  };
  const measured = customers && (await tried(acted));
  const seen = customers && (await tried(customers.stop));
  removeCustomers(cluster);
  return seen === undefined ? faults : [...faults, ...judge(proof, measured ?? [], seen)];
}

function judge(proof: Proof, measured: readonly string[], seen: Seen): readonly string[] {
  const { failures, ...figures } = seen;
  console.log(
    `${new Date().toISOString()} ${proof.name}: ${measured.join(", ")}; ${JSON.stringify(figures)}`,
  );
  for (const failure of failures) console.log(`  ${failure}`);
  const { COMPLETED: _well, ...others } = seen.endings;
  return [
    ...(seen.failed > 0 && proof.isCrash !== true
      ? [`${seen.failed} of ${seen.requests} requests failed`]
      : []),
    ...seen.money.map((fault) => `by the provider's word ${fault}`),
    ...Object.entries(others).map(([ending, count]) => `${count} orders ${ending}`),
    ...(seen.sale === "COMPLETED" ? [] : [`the sale is ${seen.sale}`]),
  ].map((fault) => `${proof.name}: ${fault}`);
}
