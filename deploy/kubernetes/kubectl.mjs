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
