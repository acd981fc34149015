import { cloneFolder } from "../folders/data-folder.ts";
import { readStartArguments, type StartArguments, usage } from "./arguments.ts";
import { openWallet } from "./demo/open-wallet.ts";
import { type DemoOptions, runDemo } from "./demo/run-demo.ts";
import { exchangeLine, exchangeText } from "./demo/show-exchange.ts";
import { newTrace } from "./new-trace.ts";
import { showProgress } from "./progress.ts";
import { ownSettings } from "./settings/own-settings.ts";
import { type Stack, startStack } from "./start-stack.ts";
import { urlTable } from "./system-urls.ts";

/** The process as the start program needs it. */
export interface Terminal {
  readonly out: { readonly write: (text: string) => unknown };
  readonly screen: { readonly isTTY?: boolean; readonly write: (text: string) => unknown };
  readonly stopRequested: Promise<void>;
}

/** How `npm start` ends: well after Ctrl-C or a good `--once`; the others tell why not. */
const startExitCodes = { good: 0, failed: 1, misused: 2, interrupted: 130 } as const;

/** Runs `npm start` to its end and returns the exit code; everything that it started is stopped by then. */
export async function runStart(args: readonly string[], terminal: Terminal): Promise<number> {
  const options = parse(args, terminal);
  if (typeof options === "number") return options;
  const stops: Stop[] = [];
  const aborting = new AbortController();
  void terminal.stopRequested.then(() => aborting.abort(new Error("interrupted")));
  try {
    await work(options, terminal, { stops, signal: aborting.signal });
    return startExitCodes.good;
  } catch (error) {
    if (aborting.signal.aborted) return startExitCodes.interrupted;
    terminal.screen.write(`\nThe start failed: ${reasonOf(error)}\n`);
    return startExitCodes.failed;
  } finally {
    await stopAll(stops, terminal);
  }
}

type Stop = () => Promise<void>;

function parse(args: readonly string[], terminal: Terminal): StartArguments | number {
  try {
    const options = readStartArguments(args);
    if (!options.help)
      return options.against === undefined ? withOwnSettings(options, terminal) : options;
    terminal.out.write(usage);
    return startExitCodes.good;
  } catch (error) {
    terminal.screen.write(`${reasonOf(error)}\n\n${usage}`);
    return startExitCodes.misused;
  }
}

/** Throws with every name that is no setting. */
function withOwnSettings(options: StartArguments, terminal: Terminal): StartArguments {
  const where = { clone: cloneFolder, shell: process.env };
  const { settings, taken } = ownSettings(options.settings, where);
  if (taken.length > 0) terminal.screen.write(`Settings taken over: ${taken.join(", ")}\n`);
  return { ...options, settings };
}

interface Run {
  readonly stops: Stop[];
  readonly signal: AbortSignal;
}

/** Ends when there is nothing more to do. Throws when a part fails, or when it was interrupted before the end. */
async function work(options: StartArguments, terminal: Terminal, run: Run): Promise<void> {
  if (options.against !== undefined) {
    const { apiUrl, ...reached } = options.against;
    const place = { apiUrl: `${apiUrl}/api/v1`, ...reached };
    return Promise.race([demonstrate(place, options, terminal), interruption(run.signal)]);
  }
  const startedMs = Date.now();
  const say = (line: string): unknown => terminal.screen.write(`${line}\n`);
  const stack = await start(options, terminal, run);
  watchPrograms(stack, say, run.signal);
  say(`\nReady after ${secondsSince(startedMs)} s.\n\n${urlTable(stack.urls)}`);
  if (options.demo) {
    const { urls, certificateFile, network, traceView } = stack;
    const trace = traceView && newTrace(traceView);
    const wallet = network && (await openWallet(network.bob));
    const place = { apiUrl: urls.api, mailPageUrl: urls.mails, certificateFile };
    const order = { receiver: wallet?.invoice, traceparent: trace?.traceparent };
    const demonstration = demonstrate({ ...place, ...order }, options, terminal);
    await Promise.race([demonstration, interruption(run.signal)]);
    if (wallet) say(`\n${await wallet.describe()}`);
    if (trace) say(`\nThe purchase as a picture: ${await trace.page()}`);
  }
  if (options.once) return;
  say("\nThe system is up. Ctrl-C stops everything.");
  await terminal.stopRequested;
}

async function start(options: StartArguments, terminal: Terminal, run: Run): Promise<Stack> {
  const progress = showProgress(terminal.screen);
  try {
    return await startStack({
      basePort: options.basePort,
      fresh: options.fresh,
      settings: options.settings,
      rails: options.rails,
      observe: options.observe,
      progress,
      say: (line) => terminal.screen.write(`${line}\n`),
      onStarted: (stop) => run.stops.push(stop),
      signal: run.signal,
    });
  } finally {
    progress.close();
  }
}

/** Rejects when the signal says so. */
function interruption(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(new Error("interrupted")), { once: true });
  });
}

/** Tells at once when a program ends by itself; the others go on. */
function watchPrograms(stack: Stack, say: (line: string) => unknown, signal: AbortSignal): void {
  for (const program of stack.system.programs()) {
    void program.exited().then((exit) => {
      if (signal.aborted || stack.isStopping()) return;
      say(`\n${program.name} ended with ${exit.code ?? exit.signal}. Its last words:`);
      say(program.logTail());
    });
  }
}

async function demonstrate(
  place: Omit<DemoOptions, "show">,
  options: StartArguments,
  terminal: Terminal,
): Promise<void> {
  let number = 0;
  const result = await runDemo({
    ...place,
    show: (step, exchange) => {
      number += 1;
      if (options.json) terminal.out.write(exchangeLine(step, exchange));
      else terminal.screen.write(exchangeText(`${number}. ${step}`, exchange));
    },
  });
  terminal.screen.write(
    `\nThe purchase ${result.transactionId} was COMPLETED ${result.purchaseMs} ms after its creation began.\n`,
  );
}

/** The last started first. A part that cannot be stopped keeps none of the others running. */
async function stopAll(stops: readonly Stop[], terminal: Terminal): Promise<void> {
  if (stops.length > 0) terminal.screen.write("\nStopping everything that was started ...\n");
  for (const stop of stops.toReversed()) {
    try {
      await stop();
    } catch (error) {
      terminal.screen.write(`${reasonOf(error)}\n`);
    }
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function secondsSince(startedMs: number): string {
  return ((Date.now() - startedMs) / 1_000).toFixed(1);
}
