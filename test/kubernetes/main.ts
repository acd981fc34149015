import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { findBookFaults } from "./books.ts";
import { type Cluster, CommandError, isThere, openCluster, run } from "./cluster.ts";
import { findConditionDifferences } from "./conditions-proof.ts";
import { removeCustomers, type Seen, startCustomers } from "./customer.ts";
import { applyOverlay, buildAndLoad, postgresUser, prepare } from "./install.ts";
import { findNetworkDifferences } from "./network-proof.ts";
import { failedOver, overlayWithOperator } from "./postgres-operator.ts";
import {
  drainedNode,
  killedNats,
  killedPods,
  killedPrimary,
  oneOfEach,
  type Proof,
  rollingRestarts,
} from "./proofs.ts";
import { buildRelease, overlayOf } from "./release.ts";
import { scaledOnLag } from "./scale-proof.ts";
import { findSecretDifferences } from "./secret-proof.ts";
import { soaked } from "./soak-proof.ts";
import { upgraded } from "./upgrade-proof.ts";

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
/** Orders are looked at as the payment page does it where it cannot listen. */
const people = {
  perSecond,
  people: 8,
  secondsMax: 7_200,
  pollMs: 2_000,
  connectionMs: 0,
  endsWithinMs: 90_000,
};
const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "2" },
    minutes: { type: "string", default: "0" },
    only: { type: "string", default: "" },
    installed: { type: "boolean", default: false },
    upgrade: { type: "boolean", default: false },
    definitions: { type: "string" },
    operator: { type: "boolean", default: false },
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
  const faults: string[] = [];
  if (options.definitions !== undefined) {
    const { tried, wrong } = findConditionDifferences(cluster, options.definitions);
    console.log(`conditions: ${tried} objects judged by the API server, ${wrong.length} faults`);
    faults.push(...wrong);
  }
  for (const proof of await proofsOn(cluster)) {
    faults.push(...(await under(cluster, proof)), ...findBookFaults());
  }
  // Of pods of the operator these two do not know which they are.
  if (!options.operator && "network".includes(options.only)) {
    const { tried, wrong } = findNetworkDifferences(cluster);
    console.log(
      `network: ${tried} ways tried from inside pods, ${wrong.length} not as network.md says`,
    );
    faults.push(...wrong);
  }
  if (!options.operator && "secrets".includes(options.only)) {
    const { tried, wrong } = findSecretDifferences(cluster);
    console.log(
      `secrets: ${tried} times looked for from inside pods, ${wrong.length} not as the guide says`,
    );
    faults.push(...wrong);
  }
  for (const fault of faults) console.log(`FAULT ${fault}`);
  console.log(faults.length === 0 ? "kubernetes: all held" : `kubernetes: ${faults.length} faults`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

/** Installs what the proofs are about, unless it is there. */
async function proofsOn(cluster: Cluster): Promise<readonly Proof[]> {
  const minutes = Number(options.minutes);
  const rounds = Number(options.rounds);
  const proofs = [
    oneOfEach,
    minutes > 0 ? soaked(minutes, rounds) : rollingRestarts(rounds),
    killedPods,
    killedNats,
    drainedNode,
    killedPrimary,
    ...(cluster.isThere("deployment/keda-operator", "keda") ? [scaledOnLag] : []),
  ].filter(({ name }) => name.includes(options.only));
  if (options.installed) return proofs;
  const release = options.upgrade ? buildRelease() : undefined;
  buildAndLoad(load ?? "", release === undefined ? [] : [release.image]);
  const today = await prepare(cluster);
  if (options.operator) {
    applyOverlay(overlayWithOperator(today, postgresUser()));
    return [failedOver];
  }
  applyOverlay(release === undefined ? today : overlayOf(release, today));
  return release === undefined ? proofs : [upgraded(release, today), ...proofs];
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
  await tried(async () => proof.before?.(cluster));
  const customers = await tried(() => startCustomers(cluster, { ...people, ...proof }));
  const acted = async () => {
    await sleep(steadyMs);
    const found = await proof.act(cluster);
    await sleep(steadyMs);
    return found;
  };
  const measured = customers && (await tried(acted));
  const seen = customers && (await tried(customers.stop));
  removeCustomers(cluster);
  const behind = await tried(async () => proof.after?.(cluster));
  const words = [...(measured ?? []), ...(behind ?? [])];
  return seen === undefined ? faults : [...faults, ...judge(proof, words, seen)];
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
