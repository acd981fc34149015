import { type DemoArguments, readDemoArguments, usage } from "./arguments.ts";
import { refuseForeignSystem } from "./freshness.ts";
import { makeSet } from "./make-set.ts";

/** As those of `npm start`. */
const exitCodes = { good: 0, failed: 1, misused: 2, interrupted: 130 } as const;

const aborting = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) {
  process.once(name, () => aborting.abort(new Error("interrupted")));
}

const wanted = read(process.argv.slice(2));
process.exit(wanted === undefined ? exitCodes.misused : await make(wanted));

/** Undefined where it was told what is wrong. */
function read(args: readonly string[]): DemoArguments | undefined {
  try {
    return readDemoArguments(args);
  } catch (error) {
    complain(error);
    process.stderr.write(usage);
    return undefined;
  }
}

async function make(wanted: DemoArguments): Promise<number> {
  if (wanted.help) {
    process.stdout.write(usage);
    return exitCodes.good;
  }
  try {
    refuseForeignSystem(process.env);
    await makeSet(wanted, { screen: process.stderr, signal: aborting.signal });
    return exitCodes.good;
  } catch (error) {
    complain(error);
    return aborting.signal.aborted ? exitCodes.interrupted : exitCodes.failed;
  }
}

function complain(error: unknown): void {
  process.stderr.write(`\nsanu demo: ${error instanceof Error ? error.message : String(error)}\n`);
}
