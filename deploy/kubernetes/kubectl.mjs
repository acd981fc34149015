// The kubectl of the scripts in this folder: KUBECTL names another one, with arguments where it needs some.
import { execFileSync } from "node:child_process";

const [command, ...first] = (process.env.KUBECTL ?? "kubectl").split(" ");

/** Program and arguments of a call. */
export const kubectlCall = (args) => [command, [...first, ...args]];

/** Runs it to its end and returns what it printed; what it complains about is seen at once. Throws where it fails. */
export function kubectl(args, input) {
  const stdio = [input === undefined ? "ignore" : "pipe", "pipe", "inherit"];
  return execFileSync(...kubectlCall(args), { input, stdio, encoding: "utf8", maxBuffer: 2 ** 26 });
}

/** Throws where another overlay stands in the cluster that kubectl reaches: who means staging does nothing to production. */
export function assertSameOverlay(manifests) {
  const wanted = /^ {4}sanu\.io\/overlay: (\S+)$/m.exec(manifests)?.[1];
  const path = "--output=jsonpath={.metadata.labels.sanu\\.io/overlay}";
  const found = kubectl(["get", "namespace", "sanu", "--ignore-not-found", path]);
  if (found === "" || found === wanted) return;
  throw new Error(`This cluster has the overlay ${found}, and not ${wanted}: nothing was done`);
}
