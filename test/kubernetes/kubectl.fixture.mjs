// Answers what `apply.mjs` asks of kubectl from the file that STATE names, and writes down what it was told to do.
import { createHash } from "node:crypto";
import { appendFileSync, readFileSync } from "node:fs";

const state = JSON.parse(readFileSync(process.env.STATE, "utf8"));
const args = process.argv.slice(2).filter((one) => one !== "--namespace=sanu");
const asked = args.join(" ");
const rights = "user rights";

function answer() {
  if (asked.startsWith("kustomize")) return state.manifests;
  if (asked.startsWith("get namespace")) return state.overlayThere;
  if (asked.startsWith("get configmap/nats-users")) return rights;
  if (asked.startsWith("get statefulset/nats")) return JSON.stringify(state.servers);
  if (asked.startsWith("get pods")) return JSON.stringify({ items: state.pods });
  if (asked.includes("sha256sum")) return createHash("sha256").update(rights).digest("hex");
  const isWithout = asked === "rollout status statefulset/nats --timeout=600s";
  if (isWithout && state.rolloutEnds === false) process.exit(1);
  return "";
}

const said = answer();
if (!/^(?:get|kustomize)/.test(asked) && !asked.includes("sha256sum")) {
  appendFileSync(state.journal, `${asked}\n`);
}
process.stdout.write(said);
