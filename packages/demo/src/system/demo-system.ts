import { namespace, type PublishingService, publishingServices } from "@sanu/contracts";
import type { Environment } from "@sanu/local-stack";
import {
  connectNats,
  createLogger,
  type Database,
  type Messaging,
  openDatabase,
  secret,
} from "@sanu/platform";
import type { MailSink, Sandbox } from "@sanu/sandbox";
import { moveDatabaseClocks, movedUrl } from "../clock/database-clocks.ts";
import { createMovedClock, type MovedClock } from "../clock/moved-clock.ts";
import { createMovedScheduler } from "../clock/moved-scheduler.ts";
import { type ApiClient, createApiClient } from "./api-client.ts";
import { runServices } from "./run-services.ts";
import { databaseUrlOf, type EnvironmentOf } from "./settings.ts";
import { startOutside } from "./start-outside.ts";

/** A whole system in this process, all of whose clocks are one that leaps. */
export interface DemoSystem {
  readonly api: ApiClient;
  readonly clock: MovedClock;
  readonly sandbox: Sandbox;
  readonly mail: MailSink;
  readonly databases: Readonly<Record<PublishingService, Database>>;
  readonly messaging: Messaging;
  /** All clocks at once; what is due by then happens. Of what is done `meanwhile` the services know at the new moment. */
  readonly leapTo: (epochMs: number, meanwhile?: () => Promise<unknown>) => Promise<void>;
  /** Stops everything and gives the databases their own clock back. */
  readonly finish: () => Promise<void>;
}

export interface DemoSystemOptions {
  readonly environmentOf: EnvironmentOf;
  /** Of the user `streams`, who may look at all of them. */
  readonly operatorEnvironment: Environment;
  readonly seed: number;
  readonly startMs: number;
  readonly logLevel?: "silent" | "warn";
}

export async function startDemoSystem(options: DemoSystemOptions): Promise<DemoSystem> {
  const undo: (() => Promise<unknown>)[] = [];
  const finish = async (): Promise<void> => {
    for (const step of undo.toReversed()) await step();
  };
  try {
    return { ...(await start(options, (step) => undo.push(step))), finish };
  } catch (error) {
    await finish();
    throw error;
  }
}

async function start(
  options: DemoSystemOptions,
  onStarted: (undo: () => Promise<unknown>) => void,
): Promise<Omit<DemoSystem, "finish">> {
  const { environmentOf } = options;
  const clock = createMovedClock(options.startMs);
  const urls = publishingServices.map((service) => databaseUrlOf(service, environmentOf));
  const clocks = await moveDatabaseClocks(urls, clock.behindMs());
  onStarted(clocks.remove);
  const databases = openDatabases(environmentOf);
  onStarted(() => Promise.all(publishingServices.map((service) => databases[service].close())));
  const scheduler = createMovedScheduler(clock.nowMs);
  const { sandbox, mail, close } = await startOutside(environmentOf, { clock, scheduler });
  onStarted(close);
  const logger = createLogger({ service: "demo", level: options.logLevel ?? "warn" });
  const services = await runServices({ ...options, logger }, onStarted);
  const messaging = await connectAsOperator(options.operatorEnvironment);
  onStarted(messaging.close);
  const api = createApiClient(services.apiUrl);
  onStarted(api.close);
  const leapTo = async (epochMs: number, meanwhile?: () => Promise<unknown>): Promise<void> => {
    clock.leapTo(epochMs);
    // What a provider has settled by then is settled before anybody asks; a callback of it is refused by who does not know the new moment.
    scheduler.hold();
    try {
      scheduler.runDue();
      await meanwhile?.();
      await clocks.set(clock.behindMs());
      await services.measureClocks();
    } finally {
      scheduler.release();
    }
  };
  return { api, clock, sandbox, mail, databases, messaging, leapTo };
}

function connectAsOperator(environment: Environment): Promise<Messaging> {
  const { NATS_URL: url = "", NATS_PASSWORD: password } = environment;
  return connectNats({
    url,
    name: "streams",
    password: password === undefined ? undefined : secret(password),
    namespace: namespace(environment["NATS_NAMESPACE"] ?? ""),
  });
}

function openDatabases(environmentOf: EnvironmentOf): DemoSystem["databases"] {
  const open = (service: PublishingService): Database =>
    openDatabase({
      url: movedUrl(databaseUrlOf(service, environmentOf)),
      poolMax: 2,
      applicationName: "sanu-demo",
    });
  return {
    identity: open("identity"),
    transactions: open("transactions"),
    payments: open("payments"),
    payouts: open("payouts"),
  };
}
