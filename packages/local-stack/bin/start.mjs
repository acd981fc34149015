import { ensureInstalled } from "./ensure-installed.mjs";
import { runOnNode24 } from "./run-on-node-24.mjs";

await ensureInstalled();
runOnNode24(["packages/local-stack/src/start/main.ts", ...process.argv.slice(2), ...eaten()]);

/** `npm start --once` gives the option to npm, which passes it on only as a variable. */
function eaten() {
  const flags = ["once", "json", "fresh"].filter((name) => isSet(`npm_config_${name}`));
  const noDemo = process.env.npm_config_demo === "" ? ["--no-demo"] : [];
  const values = ["ports", "against", "mails", "certificate"].flatMap((name) => {
    const value = process.env[`npm_config_${name}`];
    return value ? [`--${name}`, value] : [];
  });
  return [...flags.map((name) => `--${name}`), ...noDemo, ...values];
}

/** @param {string} name */
function isSet(name) {
  return process.env[name] === "true";
}
