import { readdirSync, readFileSync } from "node:fs";
import type { FloorProcesses } from "../floors/two-processes.ts";
import type { Monolith } from "../purchases/floor.ts";
import type { SystemBench } from "../report/bench.ts";
import { type ServiceName, serviceNames } from "../system/bench-system.ts";

/** Whose work something is: the program's own, what it stores and sends through, or what only stands around it. */
export type Side = "program" | "Postgres" | "NATS" | "around";

/** A process whose use is measured, under the name of what it does. Several may share one name. */
export interface Watched {
  readonly name: string;
  readonly side: Side;
  readonly pid: number;
}

/** Lists the processes as they are now: backends of Postgres come and go. */
export type ListWatched = () => readonly Watched[];

/** The processes of the five services, or of some of them, and of what they work with. */
export function watchSystem(
  { servers, system }: SystemBench,
  names: readonly ServiceName[] = serviceNames,
): ListWatched {
  const prefix = `${system.databasePrefix}_`;
  return () => [
    ...names.map((name): Watched => {
      return { name, side: "program", pid: system.system.program(name).pid() };
    }),
    ...backendsOf(servers.postgres.pid(), (database) =>
      database.startsWith(prefix) ? database.slice(prefix.length) : undefined,
    ),
    { name: "NATS", side: "NATS", pid: servers.nats.pid() },
    { name: "provider", side: "around", pid: system.railsPid },
    { name: "load", side: "around", pid: process.pid },
  ];
}

/** Those of the monolith. */
export function watchMonolith({ servers }: SystemBench, monolith: Monolith): ListWatched {
  return () => [
    { name: "monolith", side: "program", pid: monolith.pid },
    ...backendsOf(servers.postgres.pid(), (database) =>
      database === monolith.database ? "monolith" : undefined,
    ),
    { name: "provider", side: "around", pid: monolith.railsPid },
    { name: "load", side: "around", pid: process.pid },
  ];
}

/** Those of a floor of processes that work through NATS, too. */
export function watchFloor({ servers }: SystemBench, floor: FloorProcesses): ListWatched {
  return () => [
    ...floor.pids.map((pid, index): Watched => {
      return { name: index === 0 ? "gateway" : `service ${index}`, side: "program", pid };
    }),
    ...backendsOf(servers.postgres.pid(), (database) =>
      database.startsWith(floor.databasePrefix) ? "floor" : undefined,
    ),
    { name: "NATS", side: "NATS", pid: servers.nats.pid() },
    { name: "load", side: "around", pid: process.pid },
  ];
}

/** `postgres: <user> <database> <address>(<port>) <state>` */
const backendTitle = /^postgres: \S+ (\S+) \S+\(\d+\)/;

/** Who works for a database that is named, and who writes for all of them. */
function backendsOf(
  postmaster: number,
  nameOf: (database: string) => string | undefined,
): readonly Watched[] {
  return childrenOf(postmaster).flatMap((pid): readonly Watched[] => {
    const title = titleOf(pid);
    const [, database] = backendTitle.exec(title) ?? [];
    if (database === undefined) return [{ name: "Postgres, shared", side: "Postgres", pid }];
    const name = nameOf(database);
    return name === undefined ? [] : [{ name: `Postgres, ${name}`, side: "Postgres", pid }];
  });
}

function childrenOf(pid: number): readonly number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    const text = readFileSync(`/proc/${pid}/task/${thread}/children`, "latin1");
    return text.split(" ").filter(Boolean).map(Number);
  });
}

/** Empty for a process that has just ended. */
function titleOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "latin1").replaceAll("\0", " ").trim();
  } catch {
    return "";
  }
}
