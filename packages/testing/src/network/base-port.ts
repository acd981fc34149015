import { findFreePort } from "@sanu/local-stack";

/** Workers that start systems or worlds at the same time take turns at blocks of so many ports; a system has some fifteen. */
const parts = { count: 8, ports: 256, span: 16, triesMax: 1_000 } as const;

/** Between the choice of a system's ports and their use another worker could take them: each has parts of its own. */
export async function findBasePort(
  worker = Number(process.env["VITEST_POOL_ID"] ?? 0),
): Promise<number> {
  const partOf = (port: number) => Math.floor(port / parts.ports) % parts.count;
  for (let attempt = 0; attempt < parts.triesMax; attempt += 1) {
    const port = await findFreePort();
    const ends = [port, port + parts.span].map(partOf);
    if (ends.every((part) => part === worker % parts.count)) return port;
  }
  throw new Error(`No free port found for worker ${worker}`);
}
