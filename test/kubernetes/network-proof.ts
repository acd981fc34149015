import { readFileSync } from "node:fs";
import { type Cluster, containerOf, ownPrograms } from "./cluster.ts";

const connectTimeoutMs = 1_500;
/** Who is tried: the pod's own address, and every port that any of them has open. */
const targets: Readonly<Record<string, readonly number[]>> = {
  "gateway-api": [8443, 9100],
  identity: [9100],
  transactions: [9100],
  payments: [9100],
  payouts: [9100],
  "stream-controller": [9100],
  nats: [4222, 6222, 8222],
  postgres: [5432],
  sandbox: [8080, 2525, 8025],
};

/** Tries from inside each pod to reach each other one. Returns what differs from the table in `network.md`. */
export function findNetworkDifferences(cluster: Cluster): {
  readonly tried: number;
  readonly wrong: readonly string[];
} {
  const allowed = new Set(
    [
      ...readFileSync("deploy/kubernetes/network.md", "utf8").matchAll(
        /^\| (\S+) \| (\S+) \| (\d+) \| (?:everywhere|local) \|$/gm,
      ),
    ].map(([, from, to, port]) => `${from} > ${to}:${port}`),
  );
  const addresses = Object.entries(targets).flatMap(([name, ports]) => {
    const [pod = ""] = cluster.pods(name);
    const address = cluster.kubectl("get", pod, "--output=jsonpath={.status.podIP}");
    return ports.map((port) => ({ to: `${name}:${port}`, address, port }));
  });
  const ofApi = (what: string, path: string) =>
    cluster.kubectl("get", what, "kubernetes", "--namespace=default", `--output=jsonpath=${path}`);
  const api = ofApi("service", "{.spec.clusterIP}");
  const apiNodes = ofApi("endpoints", "{.subsets[*].addresses[*].ip}").split(" ");
  const isBesideApi = (pod: string) =>
    apiNodes.includes(cluster.kubectl("get", pod, "--output=jsonpath={.status.hostIP}"));
  let tried = 0;
  const open = ownPrograms.flatMap((from) => {
    const pods = cluster.pods(from);
    const pod = pods.find((each) => !isBesideApi(each)) ?? pods[0] ?? "";
    // No policy keeps a pod from its own node, and so from an API that runs on it.
    const others = isBesideApi(pod)
      ? []
      : [{ to: "the cluster's API:443", address: api, port: 443 }];
    const asked = [...addresses, ...others];
    tried += asked.length;
    const answer = cluster.exec(
      pod,
      containerOf(from),
      "node",
      "-e",
      script,
      JSON.stringify(asked),
    );
    return (JSON.parse(answer) as readonly string[]).map((to) => `${from} > ${to}`);
  });
  // A pod always reaches itself.
  const others = open.filter((edge) => !/^([\w-]+) > \1:/.test(edge));
  const wanted = [...allowed].filter(
    (edge) =>
      ownPrograms.some((from) => edge.startsWith(`${from} > `)) && !edge.includes("outside"),
  );
  return {
    tried,
    wrong: [
      ...others
        .filter((edge) => !allowed.has(edge))
        .map((edge) => `open, and should not be: ${edge}`),
      ...wanted
        .filter((edge) => !open.includes(edge))
        .map((edge) => `closed, and should not be: ${edge}`),
    ],
  };
}

const script = `
const net = require("node:net");
const reach = ({ to, address, port }) => new Promise((resolve) => {
  const socket = net.connect({ host: address, port });
  const end = (found) => { socket.destroy(); resolve(found); };
  socket.setTimeout(${connectTimeoutMs}, () => end([]));
  socket.once("connect", () => end([to]));
  socket.once("error", () => end([]));
});
Promise.all(JSON.parse(process.argv[1]).map(reach)).then((found) => console.log(JSON.stringify(found.flat())));
`;
