import type { Reading, Used } from "./meter.ts";
import { plus, processorMs, times } from "./usage.ts";
import type { Side } from "./watched.ts";

const title = "processor ms: user + system = all | reads, writes; KB in, out | wake-ups";

/** What one piece of work cost, process by process, as lines for people. */
export function linesOfCost(what: string, { used, counts }: Reading, pieces: number): string[] {
  const each = used.map((one) => ({ ...one, usage: times(one.usage, 1 / pieces) }));
  const counted = [...counts].map(([name, count]) => `${name} ${(count / pieces).toFixed(2)}`);
  return [
    `${what}, each of ${pieces} (${title})`,
    ...each.map(({ name, usage }) => lineOf(name, usage)),
    lineOf("all but provider and load", sumOf(each)),
    `    ${counted.join(", ")}`,
  ];
}

function lineOf(name: string, usage: Used["usage"]): string {
  const { userMs, systemMs, reads, writes, bytesRead, bytesWritten, wakeUps } = usage;
  const ms = [userMs, systemMs, processorMs(usage)].map((value) => value.toFixed(2).padStart(6));
  const io = [reads, writes, bytesRead / 1_024, bytesWritten / 1_024, wakeUps];
  const [read, write, kbIn, kbOut, woken] = io.map((value) => value.toFixed(1).padStart(6));
  return (
    `    ${name.padEnd(26)} ${ms[0]} + ${ms[1]} = ${ms[2]} | ${read}, ${write}; ` +
    `${kbIn}, ${kbOut} | ${woken}`
  );
}

/** What somebody has to pay for: not the provider, and not who orders. */
export function sumOf(used: readonly Used[], sides: readonly Side[] = ownSides) {
  return used
    .filter(({ side }) => sides.includes(side))
    .map(({ usage }) => usage)
    .reduce(plus);
}

const ownSides: readonly Side[] = ["program", "Postgres", "NATS"];
