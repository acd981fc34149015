import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort, type Nats, startNats } from "@sanu/local-stack";

/** Three servers of NATS on loopback that keep copies of each other's streams. */
export async function startNatsCluster(authorization: string) {
  const folder = mkdtempSync(join(tmpdir(), "sanu-nats-cluster-"));
  const ports: number[] = [];
  for (let server = 0; server < 3; server += 1) ports.push(await findFreePort(new Set(ports)));
  const servers: Nats[] = await Promise.all(
    ports.map((port, index) => {
      const otherPorts = ports.filter((other) => other !== port);
      const cluster = { name: "test", port, otherPorts };
      return startNats({ storeDir: join(folder, `${index}`), authorization, cluster });
    }),
  );
  return {
    url: servers[0]?.url ?? "",
    async stop() {
      await Promise.all(servers.map((server) => server.stop()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
