import { parseArgs } from "node:util";
import { basePortMax, defaultBasePort } from "./system-ports.ts";

/** What `npm start` was asked for. */
export interface StartArguments {
  readonly once: boolean;
  /** Writes each exchange of the demonstration as one line of JSON to standard output. */
  readonly json: boolean;
  /** Begins with empty data. */
  readonly fresh: boolean;
  readonly demo: boolean;
  readonly basePort: number;
  /** What takes and pays satoshis: the sandbox, or real nodes on this machine. */
  readonly rails: Rails;
  /** Shows what led to what, in a page of this machine. */
  readonly observe: boolean;
  readonly help: boolean;
  /** Of every service, beside and above the usual ones. */
  readonly settings: Readonly<Record<string, string>>;
  /** A system that runs already; then nothing is started, and only the demonstration is shown. */
  readonly against: RunningSystem | undefined;
}

export type Rails = "sandbox" | "lightning";

/** How the demonstration reaches a system that somebody else started, for example in containers. */
export interface RunningSystem {
  /** Without the path: `https://localhost:8440`. */
  readonly apiUrl: string;
  readonly mailPageUrl: string;
  /** The certificate, in PEM, that the API is trusted by; not needed where an authority vouches for it. */
  readonly certificateFile: string | undefined;
}

export const usage = `npm start -- [options]
  --once          end after the demonstration purchase: 0 when it completed
  --json          write each exchange of it as one line of JSON to standard output
  --fresh         throw away the data of earlier starts
  --no-demo       only the system, without the demonstration
  --ports <base>  the API's port; the others follow it (default ${defaultBasePort})
  --set <NAME=value>  a setting of every service, as often as wanted; also read from the shell's own variables and .env
  --rails lightning  pay and be paid by real Lightning nodes, which Go compiles the first time
  --observe       trace every request, and show the purchase as a picture in a page
  --against <url> start nothing: show the purchase on the system whose API is there, then end
  --mails <url>   with --against: its mail page
  --certificate <file>  with --against: its certificate, where no authority vouches for it
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
      rails: { type: "string", default: "sandbox" },
      observe: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
      set: { type: "string", multiple: true, default: [] },
      against: { type: "string" },
      mails: { type: "string" },
      certificate: { type: "string" },
    },
  });
  return {
    once: values.once,
    json: values.json,
    fresh: values.fresh,
    demo: !values["no-demo"],
    basePort: readBasePort(values.ports),
    rails: readRails(values.rails),
    observe: values.observe,
    help: values.help,
    settings: Object.fromEntries(values.set.map(readSetting)),
    against: readRunningSystem(values),
  };
}

function readRails(text: string): Rails {
  if (text === "sandbox" || text === "lightning") return text;
  throw new Error(`--rails takes sandbox or lightning, not ${text}`);
}

function readRunningSystem(values: {
  readonly against?: string | undefined;
  readonly mails?: string | undefined;
  readonly certificate?: string | undefined;
  readonly observe: boolean;
}): RunningSystem | undefined {
  const { against, mails, certificate, observe } = values;
  if (against === undefined) {
    if (mails === undefined && certificate === undefined) return undefined;
    throw new Error("--mails and --certificate are only for --against");
  }
  if (observe) throw new Error("--observe is for a system that is started here, not for --against");
  if (mails === undefined) throw new Error("--against needs --mails as well");
  return {
    apiUrl: readOrigin("--against", against),
    mailPageUrl: `${readOrigin("--mails", mails)}/`,
    certificateFile: certificate,
  };
}

/** What it says of a secret is not repeated. */
function readSetting(text: string): readonly [string, string] {
  const [, name = "", value = ""] = /^([A-Z][A-Z0-9_]*)=(.*)$/s.exec(text) ?? [];
  if (name === "") throw new Error("--set takes a name and a value, such as DISBURSE_RAIL=sandbox");
  return [name, value];
}

function readOrigin(option: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === "https:" || url?.protocol === "http:") return url.origin;
  throw new Error(`${option} takes a URL such as https://localhost:8440, not ${text}`);
}

function readBasePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number.parseInt(text, 10) : 0;
  if (port < 1_024 || port > basePortMax) {
    throw new Error(`--ports takes a number from 1024 to ${basePortMax}, not ${text}`);
  }
  return port;
}
