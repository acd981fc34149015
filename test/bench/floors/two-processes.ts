import { migrations } from "@sanu/transactions";
import type { SystemBench } from "../report/bench.ts";
import { type BenchHttp, openHttp } from "../system/http.ts";
import { type Launched, launch, portOf } from "./launch.ts";
import { bareFloat } from "./order-rows.ts";

/** The floor of create and read: two processes, like the two of ours that do the same. */
export interface FloorProcesses {
  readonly http: BenchHttp;
  /** The gateway first. */
  readonly pids: readonly number[];
  /** What the names of their databases begin with. */
  readonly databasePrefix: string;
  readonly stop: () => Promise<void>;
}

const connections = 64;
const floorDatabase = "bench_floor";

/** Starts the floor for the same people with the same tokens. */
export async function startTwoProcesses(bench: SystemBench): Promise<FloorProcesses> {
  const { servers } = bench;
  const databaseUrl = await servers.newDatabase(floorDatabase, migrations);
  await servers.administrate(bareFloat, databaseUrl);
  const orderService = await launch(new URL("./order-service.ts", import.meta.url), {
    NATS_URL: servers.nats.url,
    DATABASE_URL: databaseUrl,
  });
  return startGatewayBefore([orderService], "bare.create", bench);
}

/** Starts the gateway that asks services which already run; they are stopped after it, in their order. */
export async function startGatewayBefore(
  services: readonly Launched[],
  createSubject: string,
  { servers, system }: SystemBench,
): Promise<FloorProcesses> {
  const gateway = await launch(new URL("./gateway.ts", import.meta.url), {
    NATS_URL: servers.nats.url,
    CREATE_SUBJECT: createSubject,
    ACCOUNTS: accountsOf(system.people),
  });
  const http = openHttp(`http://127.0.0.1:${portOf(gateway)}`, connections);
  return {
    http,
    pids: [gateway, ...services].map(({ pid }) => pid),
    databasePrefix: floorDatabase,
    async stop() {
      await http.close();
      for (const program of [gateway, ...services]) await program.stop();
    },
  };
}

/** Tokens with their accounts, as a floor's settings carry them. */
export function accountsOf(people: SystemBench["system"]["people"]): string {
  return JSON.stringify(Object.fromEntries(people.map((one) => [one.token, one.accountId])));
}
