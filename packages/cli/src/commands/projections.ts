import {
  audited,
  createAuditLog,
  type ProjectionSet,
  type RebuildBegin,
  shellAct,
  type TableFinding,
} from "@sanu/platform";
import type { Command } from "commander";
import { buildIdentity } from "../build-identity.ts";
import { onDatabase } from "../maintenance.ts";
import { progressBar } from "../progress-bar.ts";
import { readProjections } from "../projections.ts";

const limits = { shownMax: 20 } as const;
const by = { name: "sanu-projections", connectionsMax: 8 };

/** `sanu projections rebuild` and `sanu projections verify`: read tables against the log. */
export function addProjections(program: Command): void {
  const projections = program
    .command("projections")
    .description("read tables, which are folded from the log of record");
  projections
    .command("rebuild")
    .description(
      "fold them again beside the live ones and swap, or go on with what did not end; guards are verified and repaired",
    )
    .argument("[name...]", "all when none is named")
    .option("--anew", "from the start, whatever did not end")
    .action(rebuild);
  projections
    .command("verify")
    .description(
      "prove that every live row is what the log makes of it; ends with 1 where one is not",
    )
    .argument("[name...]", "all when none is named")
    .action(verify);
}

async function rebuild(
  names: string[],
  { anew: isAnew = false }: { readonly anew?: boolean },
): Promise<void> {
  const signal = stopSignal();
  const of = { build: buildIdentity(process.argv[1] ?? ""), asked: names.join(" ") };
  const sets = readProjections(names);
  const reached = isAnew ? 0 : await findReached(sets, of);
  if (reached > 0) process.stderr.write(`done before: ${namesOf(sets.slice(0, reached))}\n`);
  for (const { service, set, names: wanted } of sets.slice(reached)) {
    await onDatabase(service, by, (database) => {
      const work = { database, names: wanted, signal };
      const subjects = { projections: wanted.join(" ") };
      // What everybody is shown, and how much each may order, is another one's after it where the fold is.
      return audited(
        createAuditLog(database),
        shellAct(`${service}.rebuild-projections`, "act", { subjects }),
        () => rebuildSet(set, work, { ...of, isAnew }),
        () => "rebuilt",
      );
    });
  }
}

async function rebuildSet(
  set: ProjectionSet,
  work: Parameters<ProjectionSet["repair"]>[0] & { readonly names: readonly string[] },
  how: { readonly build: string; readonly asked: string; readonly isAnew: boolean },
): Promise<void> {
  const swapped = work.names.filter((name) => set.projections.includes(name));
  if (swapped.length > 0) {
    const onProgress = progressBar(swapped.join(", "), process.stderr, () => performance.now());
    await set.rebuild({ ...work, ...how, onProgress, onBegin: reportBegin });
  }
  for (const finding of await set.repair(work)) report(finding, "repaired");
}

type NamedSets = ReturnType<typeof readProjections>;

/** Which set the same command was at when it did not end; the first where it did. */
async function findReached(
  sets: NamedSets,
  of: { readonly build: string; readonly asked: string },
): Promise<number> {
  for (const [place, { service, set }] of sets.entries()) {
    if (await onDatabase(service, by, (database) => set.isUnfinished(database, of))) return place;
  }
  return 0;
}

function namesOf(sets: NamedSets): string {
  return sets.flatMap(({ names }) => names).join(", ");
}

async function verify(names: string[]): Promise<void> {
  const signal = stopSignal();
  for (const { service, set, names: wanted } of readProjections(names)) {
    await onDatabase(service, by, async (database) => {
      for (const finding of await set.verify({ database, names: wanted, signal })) {
        report(finding, "not what the log makes of them");
        if (finding.differencesCount > 0) process.exitCode = 1;
      }
    });
  }
}

function reportBegin({ isResumed, why, swapped, eventsRead, eventsTotal }: RebuildBegin): void {
  if (why !== undefined) process.stderr.write(`begins anew: ${why}\n`);
  if (!isResumed) return;
  const inPlace = swapped.length === 0 ? "" : `; in place since then: ${swapped.join(", ")}`;
  process.stderr.write(
    `resumed behind ${spaced(eventsRead)} of about ${spaced(eventsTotal)} events${inPlace}\n`,
  );
}

/** `400 000` */
function spaced(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, " ");
}

function report(finding: TableFinding, what: string): void {
  const { name, rows, differences, differencesCount, fingerprint } = finding;
  const state = differencesCount === 0 ? "as the log says" : `${differencesCount} ${what}`;
  const lines = differences
    .slice(0, limits.shownMax)
    .map(({ key, live, folded }) => `  ${key} is ${text(live)} and should be ${text(folded)}`);
  process.stdout.write(
    [`${name}: ${rows} rows, ${state} (${fingerprint})`, ...lines]
      .map((line) => `${line}\n`)
      .join(""),
  );
}

function text(row: object | undefined): string {
  if (row === undefined) return "missing";
  return JSON.stringify(row, (_name, value: unknown) =>
    typeof value === "bigint" ? value.toString() : value,
  );
}

/** The first Ctrl-C stops between two batches; the second one ends the process as always. */
function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    const stopped = new Error(
      "stopped; what was not swapped is as it was, and the same command goes on from here",
    );
    process.once(name, () => controller.abort(stopped));
  }
  return controller.signal;
}
