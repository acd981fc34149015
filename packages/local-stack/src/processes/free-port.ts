import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { stackLimits } from "../limits.ts";

/** Tells whether a server of ours could listen on 127.0.0.1 at this port now. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen({ port, host: "127.0.0.1" }, () => probe.close(() => resolve(true)));
  });
}

/**
 * A free port below the range from which the system takes the near ends of outgoing connections. From inside it,
 * a client that knocks at a server which is just restarting can be given the server's own port.
 */
export async function findFreePort(except: ReadonlySet<number> = new Set()): Promise<number> {
  const { first, count } = portsFor(outgoingPortsStart());
  for (let attempt = 0; attempt < stackLimits.freePortAttemptsMax; attempt += 1) {
    const port = first + Math.floor(Math.random() * count);
    if (!except.has(port) && (await isPortFree(port))) return port;
  }
  throw new Error(`No free port found between ${first} and ${first + count - 1}`);
}

/** The wanted port, or, when it is taken or promised to somebody, a free one. */
export async function choosePort(
  wanted: number,
  promised: ReadonlySet<number> = new Set(),
): Promise<number> {
  const free = !promised.has(wanted) && (await isPortFree(wanted));
  return free ? wanted : findFreePort(promised);
}

const usualFirst = 10_000;
const usualOutgoingStart = 32_768;

/** Where to look, given the first port of the outgoing range. */
export function portsFor(outgoingStart: number): {
  readonly first: number;
  readonly count: number;
} {
  const end = outgoingStart > usualFirst + 1_000 ? outgoingStart : usualOutgoingStart;
  return { first: usualFirst, count: end - usualFirst };
}

function outgoingPortsStart(): number {
  try {
    const text = readFileSync("/proc/sys/net/ipv4/ip_local_port_range", "utf8");
    return Number.parseInt(text, 10);
  } catch {
    return usualOutgoingStart;
  }
}
