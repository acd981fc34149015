import { migrations } from "@sanu/transactions";
import { bareRowsTable } from "../floors/bare-rows.ts";
import { accountsOf, type DoorAndHouse } from "../floors/door-and-house.ts";
import { launch, portOf } from "../floors/launch.ts";
import type { SystemBench } from "../report/bench.ts";
import { openHttp } from "../system/http.ts";

const connections = 64;

/**
 * The floor of an awaited order: the same commits and hops as ours between the same number of processes, with
 * the same sandbox behind them, and nothing that decides, checks or remembers anything.
 */
export async function startAwaitingFloor({ servers, system }: SystemBench): Promise<DoorAndHouse> {
  const common = { NATS_URL: servers.nats.url };
  const rails = await launch(new URL("../system/rails-process.ts", import.meta.url), {
    PORT: "0",
    CALLBACK_URL: "http://127.0.0.1:9/nowhere",
    CALLBACK_SECRET: "nobody is called back",
  });
  const houseUrl = await servers.newDatabase("bench_awaiting_house", migrations);
  const payerUrl = await servers.newDatabase("bench_awaiting_payer");
  await servers.administrate(bareRowsTable, houseUrl);
  await servers.administrate(bareRowsTable, payerUrl);
  const house = await launch(new URL("./floor-house.ts", import.meta.url), {
    ...common,
    DATABASE_URL: houseUrl,
  });
  const payer = await launch(new URL("./floor-payer.ts", import.meta.url), {
    ...common,
    DATABASE_URL: payerUrl,
    RAIL_URL: `http://127.0.0.1:${portOf(rails)}`,
  });
  const door = await launch(new URL("../floors/door.ts", import.meta.url), {
    ...common,
    CREATE_SUBJECT: "bare.create-awaited",
    ACCOUNTS: accountsOf(system.people),
  });
  const http = openHttp(`http://127.0.0.1:${portOf(door)}`, connections);
  return {
    http,
    async stop() {
      await http.close();
      for (const program of [door, payer, house, rails]) await program.stop();
    },
  };
}
