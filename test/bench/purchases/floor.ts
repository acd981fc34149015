import { randomBytes } from "node:crypto";
import { findFreePort } from "@sanu/local-stack";
import { migrations } from "@sanu/transactions";
import { launch, portOf } from "../floors/launch.ts";
import { bareFloat } from "../floors/order-rows.ts";
import { accountsOf } from "../floors/two-processes.ts";
import type { SystemBench } from "../report/bench.ts";
import { type Completions, createCompletions } from "../system/completions.ts";
import { type BenchHttp, openHttp } from "../system/http.ts";
import { attemptsTable } from "./monolith-rows.ts";

/** A running monolith. */
export interface Monolith {
  readonly http: BenchHttp;
  readonly completions: Completions;
  readonly pid: number;
  readonly railsPid: number;
  readonly database: string;
  readonly stop: () => Promise<void>;
}

const connections = 64;

/** Starts the monolith with a sandbox of its own, for the same people. */
export async function startMonolith({ servers, system }: SystemBench): Promise<Monolith> {
  const databaseUrl = await servers.newDatabase("bench_monolith", migrations);
  await servers.administrate(attemptsTable, databaseUrl);
  await servers.administrate(bareFloat, databaseUrl);
  const port = String(await findFreePort());
  const callbackSecret = randomBytes(24).toString("hex");
  const rails = await launch(new URL("../system/rails-process.ts", import.meta.url), {
    PORT: "0",
    CALLBACK_URL: `http://127.0.0.1:${port}/webhooks/sandbox`,
    CALLBACK_SECRET: callbackSecret,
  });
  const monolith = await launch(new URL("./monolith.ts", import.meta.url), {
    PORT: port,
    DATABASE_URL: databaseUrl,
    RAIL_URL: `http://127.0.0.1:${portOf(rails)}`,
    CALLBACK_SECRET: callbackSecret,
    ACCOUNTS: accountsOf(system.people),
  });
  const completions = createCompletions();
  monolith.onMessage((message) => completions.take(readCompleted(message)));
  const http = openHttp(`http://127.0.0.1:${port}`, connections);
  return {
    http,
    completions,
    pid: monolith.pid,
    railsPid: rails.pid,
    database: new URL(databaseUrl).pathname.slice(1),
    async stop() {
      await http.close();
      await monolith.stop();
      await rails.stop();
    },
  };
}

function readCompleted(message: unknown): string {
  return String((message as { completed?: unknown }).completed);
}
