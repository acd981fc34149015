import { progressBar } from "@sanu/cli";
import {
  defaultBasePort,
  markUnfinished,
  programNames,
  type Stack,
  showProgress,
  startStack,
} from "@sanu/local-stack";
import type { DemoArguments } from "./arguments.ts";
import { type Filled, fill } from "./fill.ts";
import { refuseUsedSystem } from "./freshness.ts";
import { describeLogins } from "./outcome/describe-logins.ts";
import { describeSet } from "./outcome/describe-set.ts";
import { readSet } from "./outcome/read-set.ts";
import { midnightBefore } from "./plan/calendar.ts";
import { type Plan, plan } from "./plan/plan.ts";
import { runSanu } from "./run-sanu.ts";

interface Screen {
  readonly isTTY?: boolean;
  readonly write: (text: string) => unknown;
}

export interface MakeOptions {
  readonly screen: Screen;
  readonly signal: AbortSignal;
  /** Where the data goes; default: this clone's. */
  readonly folder?: string;
  readonly basePort?: number;
}

/** Starts the servers of this clone, fills them, shows what there is, and stops them: `npm start` goes on from there. */
export async function makeSet(wanted: DemoArguments, options: MakeOptions): Promise<void> {
  const planned = plan({ ...wanted, endMs: midnightBefore(Date.now()) });
  const stops: (() => Promise<void>)[] = [];
  try {
    const stack = await startServers(wanted, options, (stop) => stops.push(stop));
    await refuseUsedSystem(stack.system.environmentOf);
    const unmark = markUnfinished(stack.folder);
    const filled = await fillStack(stack, planned, options).catch(throwBrokenOff);
    unmark();
    await show(stack, planned, filled, options.screen);
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
}

function throwBrokenOff(error: unknown): never {
  const why = error instanceof Error ? error.message : String(error);
  throw new Error(
    `The demo set was broken off (${why}), and half of one is no past to go on from. Begin anew with --fresh`,
    { cause: error },
  );
}

async function startServers(
  { fresh }: DemoArguments,
  { screen, signal, folder, basePort = defaultBasePort }: MakeOptions,
  onStarted: (stop: () => Promise<void>) => void,
): Promise<Stack> {
  const progress = showProgress(screen);
  const say = (line: string): void => void screen.write(`${line}\n`);
  try {
    return await startStack({
      basePort,
      fresh,
      rails: "sandbox",
      without: programNames,
      ...(folder === undefined ? {} : { folder }),
      progress,
      say,
      signal,
      onStarted,
    });
  } finally {
    progress.close();
  }
}

async function fillStack(stack: Stack, planned: Plan, options: MakeOptions): Promise<Filled> {
  const bar = progressBar("demo set", options.screen, () => performance.now());
  const total = { eventsTotal: planned.orders.length, unit: "orders" };
  const filled = await fill({
    plan: planned,
    environmentOf: stack.system.environmentOf,
    operatorEnvironment: stack.system.operatorEnvironment,
    signal: options.signal,
    logLevel: "silent",
    onProgress: ({ day, orders }) => bar({ step: `day ${day + 1}`, eventsRead: orders, ...total }),
  });
  bar({ step: "done", eventsRead: planned.orders.length, ...total });
  return filled;
}

/** The books, the read tables and the streams are checked by what checks every system. */
async function show(stack: Stack, planned: Plan, filled: Filled, screen: Screen): Promise<void> {
  const { operatorEnvironment, environmentOf } = stack.system;
  await runSanu(operatorEnvironment, "books");
  await runSanu(operatorEnvironment, "projections", "verify");
  await runSanu(operatorEnvironment, "events", "verify");
  screen.write(`\nThere is now:\n${describeSet(await readSet(environmentOf))}\n`);
  screen.write(describeLogins(planned, filled.staff));
  screen.write("\nnpm start -- --no-demo goes on from here.\n");
}
