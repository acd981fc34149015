import { jetstream } from "@nats-io/jetstream";
import { factSubject } from "@sanu/contracts";
import { connectNats, type Messaging } from "@sanu/platform";
import { type MadeFact, makeStream, publishFacts, testNamespace, testNatsUrl } from "@sanu/testing";
import { Command } from "commander";
import { addEvents } from "../commands/events.ts";
import { sayingOf } from "../sayings.fixture.ts";

/** A stream of transactions by itself, which the commands that follow read, beside the log in this database. */
export async function newStream(
  facts: readonly MadeFact[],
  databaseUrl: string,
): Promise<Messaging> {
  const [url, namespace] = [testNatsUrl(), testNamespace()];
  Object.assign(process.env, {
    NATS_URL: url,
    NATS_NAMESPACE: namespace,
    TRANSACTIONS_DATABASE_URL: databaseUrl,
  });
  const messaging = await connectNats({ url, name: "test", namespace });
  await makeStream(messaging, "transactions");
  await publishFacts(messaging, facts);
  return messaging;
}

/** The commands that follow have no system. */
export function leaveSystem(): void {
  for (const name of ["NATS_URL", "NATS_NAMESPACE", "TRANSACTIONS_DATABASE_URL"]) {
    Reflect.deleteProperty(process.env, name);
  }
}

/** A message where a fact should be. */
export async function publishWithoutType(
  messaging: Messaging,
  { type, data }: Pick<MadeFact, "type" | "data">,
): Promise<void> {
  await jetstream(messaging.connection).publish(factSubject(messaging.namespace, type), data);
}

/** What `sanu events …` says of that stream. */
export function sanuEvents(...args: string[]): Promise<string> {
  const program = new Command("sanu").exitOverride();
  addEvents(program);
  const all = ["events", ...args, "--stream", "TRANSACTIONS"];
  return sayingOf(() => program.parseAsync(all, { from: "user" }));
}
