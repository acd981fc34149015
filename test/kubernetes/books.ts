import { CommandError, run } from "./cluster.ts";

const checks: readonly (readonly string[])[] = [
  ["books"],
  ["projections", "verify"],
  ["audit", "verify"],
  ["reconcile", "--now"],
];
const program = ["deploy/kubernetes/sanu.mjs", "deploy/kubernetes/overlays/local"];

/** What the operator's own commands find wrong with the books, the views and the audit logs, each in a pod as the guide makes it. */
export function findBookFaults(): readonly string[] {
  return checks.flatMap((command) => {
    try {
      run(process.execPath, [...program, ...command]);
      return [];
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      return [`sanu ${command.join(" ")}: ${error.message}`];
    }
  });
}
