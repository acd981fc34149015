import type { PublishingService } from "@sanu/contracts";
import { assertBound, connectNats, openDatabase } from "@sanu/platform";
import {
  analystLoginOf,
  boundEnvironmentOf,
  databaseUrlOf,
  namespaceOf,
  natsUrlOf,
} from "../../environment.ts";
import { assertReached } from "../../maintenance.ts";
import { reachingNats } from "../../trouble.ts";
import { type FactReader, logReader, streamReader } from "./fact-reader.ts";

export interface OpenReaders {
  readonly readers: readonly FactReader[];
  readonly close: () => Promise<void>;
}

/** Each of a user's two logins has the inbox of the user. */
const secondLogin = /-b$/;

/** Readers of the streams of a system, by its environment. */
export async function openStreamReaders(
  services: readonly PublishingService[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<OpenReaders> {
  const { user, password } = analystLoginOf(environment);
  const how = {
    url: natsUrlOf(environment),
    name: user.replace(secondLogin, ""),
    user,
    password,
    namespace: namespaceOf(environment),
  };
  const messaging = await reachingNats(() => connectNats(how));
  return {
    readers: services.map((service) => streamReader(messaging, service)),
    close: messaging.close,
  };
}

/** Readers of the logs of a system. Throws where a database is another service's, or another environment's: its facts would be told as those of this one. */
export async function openLogReaders(
  services: readonly PublishingService[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<OpenReaders> {
  const opened = services.map((service) => ({
    service,
    database: openDatabase({
      url: databaseUrlOf(service, environment),
      poolMax: 1,
      applicationName: "sanu-events",
      isMaintenance: true,
      isReadOnly: true,
    }),
  }));
  const close = async (): Promise<void> => {
    await Promise.all(opened.map(({ database }) => database.close()));
  };
  try {
    for (const { service, database } of opened) {
      await assertReached(database, service);
      await assertBound(database, service, boundEnvironmentOf(environment));
    }
  } catch (error) {
    await close();
    throw error;
  }
  const readers = opened.map(({ service, database }) => logReader(database, service));
  return { readers, close };
}
