import { ensureInstalled } from "./ensure-installed.mjs";
import { runOnNode24 } from "./run-on-node-24.mjs";

await ensureInstalled();
runOnNode24(["packages/local-stack/src/start/main.ts", ...argumentsOf(process.argv.slice(2))]);

/**
 * `npm start --once` gives the option to npm, which passes it on only as a variable. Of `--ports 9000` npm takes the
 * name alone and leaves the value as an argument; of `--ports=9000` it takes both.
 * @param {readonly string[]} given
 */
function argumentsOf(given) {
  const flags = ["once", "json", "fresh"].filter((name) => isSet(name)).map((name) => `--${name}`);
  const noDemo = process.env.npm_config_demo === "" ? ["--no-demo"] : [];
  const named = ["ports", "rails", "against", "mails", "certificate"];
  const whole = named.filter((name) => process.env[`npm_config_${name}`] && !isSet(name));
  const values = whole.map((name) => `--${name}=${process.env[`npm_config_${name}`]}`);
  const torn = named.filter((name) => isSet(name));
  // Which value belongs to which of several names is not known any more; then the program says what it misses.
  const mended = torn.length === 1 && given.length === 1 ? [`--${torn[0]}=${given[0]}`] : given;
  return [...mended, ...flags, ...noDemo, ...values];
}

/** @param {string} name */
function isSet(name) {
  return process.env[`npm_config_${name}`] === "true";
}
