import {
  applyStreams,
  connectNats,
  type Database,
  type Messaging,
  type Migrations,
} from "@sanu/platform";
import { openPatientDatabase } from "./databases/patient-database.ts";
import { createTestDatabase } from "./databases/test-database.ts";
import { testNamespace, testNatsUrl } from "./test-namespace.ts";

/** What one service runs on in a test file: a database, a namespace with its streams, and a neighbour's connection. */
export interface Surroundings {
  readonly databaseUrl: string;
  readonly database: Database;
  /** Settings by which a replica finds the streams. */
  /** Where every service runs: its settings for NATS, and that it is no production. */
  readonly nats: Readonly<Record<"SANU_ENV" | "NATS_URL" | "NATS_NAMESPACE", string>>;
  /** The connection of those who ask the service and tell it facts. */
  readonly messaging: Messaging;
  /** Closes both and drops the database; the service and its neighbours have to be stopped before. */
  readonly stop: () => Promise<void>;
}

/** Makes them on the run's servers; `service` names the template that the database is cloned from. */
export async function startSurroundings(
  service: string,
  migrations: Migrations,
): Promise<Surroundings> {
  const made = await createTestDatabase(service, migrations);
  const [namespace, url] = [testNamespace(), testNatsUrl()];
  await applyStreams({ url, namespace, replicas: 1 });
  const database = openPatientDatabase({ url: made.url, poolMax: 4, applicationName: "test" });
  const messaging = await connectNats({ url, name: "test", namespace });
  return {
    databaseUrl: made.url,
    database,
    nats: { SANU_ENV: "development", NATS_URL: url, NATS_NAMESPACE: namespace },
    messaging,
    async stop() {
      await messaging.close();
      await database.close();
      await made.drop();
    },
  };
}
