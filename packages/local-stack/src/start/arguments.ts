import { parseArgs } from "node:util";
import { basePortMax, defaultBasePort } from "./system-ports.ts";

/** What `npm start` was asked for. */
export interface StartArguments {
  /** Ends after the demonstration. */
  readonly once: boolean;
  /** Writes each exchange of the demonstration as one line of JSON to standard output. */
  readonly json: boolean;
  /** Begins with empty data. */
  readonly fresh: boolean;
  readonly demo: boolean;
  readonly basePort: number;
  readonly help: boolean;
}

export const usage = `npm start -- [options]
  --once          end after the demonstration purchase: 0 when it completed
  --json          write each exchange of it as one line of JSON to standard output
  --fresh         throw away the data of earlier starts
  --no-demo       only the system, without the demonstration
  --ports <base>  the API's port; the others follow it (default ${defaultBasePort})
  --help          this text
`;

/** Reads the command line. Throws with a sentence for the person who typed it. */
export function readStartArguments(args: readonly string[]): StartArguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      once: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      fresh: { type: "boolean", default: false },
      "no-demo": { type: "boolean", default: false },
      ports: { type: "string", default: String(defaultBasePort) },
      help: { type: "boolean", default: false },
    },
  });
  return {
    once: values.once,
    json: values.json,
    fresh: values.fresh,
    demo: !values["no-demo"],
    basePort: readBasePort(values.ports),
    help: values.help,
  };
}

function readBasePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number.parseInt(text, 10) : 0;
  if (port < 1_024 || port > basePortMax) {
    throw new Error(`--ports takes a number from 1024 to ${basePortMax}, not ${text}`);
  }
  return port;
}
