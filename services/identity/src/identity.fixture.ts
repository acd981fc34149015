import { randomBytes } from "node:crypto";
import { Writable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import {
  type RefusalCode,
  Register,
  type ReplyData,
  type RequestDefinition,
  type RequestInput,
  VerifyOtp,
} from "@sanu/contracts";
import { type AccountId, newId } from "@sanu/kernel";
import {
  applyStreams,
  connectNats,
  createLogger,
  type Database,
  type Messaging,
  type RequestResult,
  type RunningService,
} from "@sanu/platform";
import {
  createTestDatabase,
  eventually,
  openPatientDatabase,
  provenRequests,
  staffKeyIn,
  startService,
  stopInOrder,
  type TestClock,
  testClock,
  testNamespace,
  testNatsUrl,
} from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll } from "vitest";
import type { AccountEvent } from "./account/events.ts";
import { changeAccount } from "./change-account.ts";
import { compose } from "./compose.ts";
import { readIdentityConfig } from "./config.ts";
import { migrations } from "./database/migrations/index.ts";
import { codeOf, type MailSink, startMailSink, textOf } from "./mail/mail-sink.fixture.ts";
import { revokeSessions } from "./sessions/revoke-sessions.ts";
import { openAccountLog } from "./stores.ts";

export interface RunningIdentity {
  readonly clock: TestClock;
  readonly database: Database;
  readonly databaseUrl: string;
  readonly sink: MailSink;
  readonly service: RunningService;
  readonly logged: () => string;
  readonly request: Input;
  readonly gateway: Messaging;
  readonly suspend: (accountId: AccountId) => Promise<void>;
  readonly startReplica: (env?: Settings) => Promise<RunningService>;
  readonly stop: () => Promise<void>;
}

type Settings = Readonly<Record<string, string>>;

type Input = <Definition extends RequestDefinition>(
  definition: Definition,
  input: RequestInput<Definition>,
  commandId?: string,
) => Promise<RequestResult<ReplyData<Definition>, RefusalCode<Definition>>>;

export async function startIdentity(settings: Settings = {}): Promise<RunningIdentity> {
  const made = await createTestDatabase("identity", migrations);
  const sink = await startMailSink();
  const clock = testClock();
  const namespace = testNamespace();
  await applyStreams({ url: testNatsUrl(), namespace, replicas: 1 });
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const startReplica = async (env: Settings = settings) => {
    const config = readIdentityConfig({
      SANU_ENV: "development",
      NATS_URL: testNatsUrl(),
      NATS_NAMESPACE: namespace,
      IDENTITY_DATABASE_URL: made.url,
      SMTP_URL: sink.url,
      ...env,
    });
    const logger = createLogger({ service: "identity", level: "debug", destination });
    return startService(() => compose(config, { clock, logger }));
  };
  const service = await startReplica();
  const database = openPatientDatabase({ url: made.url, poolMax: 4, applicationName: "test" });
  const gateway = await connectNats({ url: testNatsUrl(), name: "gateway", namespace });
  return {
    clock,
    database,
    databaseUrl: made.url,
    sink,
    service,
    logged: () => lines.join(""),
    request: requestThrough(provenRequests(gateway.request, () => staffKeyIn(database))),
    gateway,
    suspend: (accountId) => suspend(database, accountId, clock),
    startReplica,
    stop: () => stopInOrder(gateway.close, service.stop, database.close, sink.stop, made.drop),
  };
}

function requestThrough(request: Messaging["request"]): Input {
  return (definition, input, commandId = newId()) =>
    request(definition, input, {
      context: { correlationId: "test", causationId: commandId },
    });
}

export function person(changes: Partial<RequestInput<typeof Register>> = {}) {
  return {
    name: "Awa Diallo",
    email: `awa.${randomBytes(6).toString("hex")}@example.org`,
    password: "a long enough password",
    whatsapp: null,
    country: "SN",
    language: "fr",
    ...changes,
  } as const;
}

export type Person = ReturnType<typeof person>;

const again = { triesMax: 5, pauseMs: 200 } as const;

/** Asks as clients do: once more under the same command where the service is busy, or it is unknown what it did. */
export async function patiently<Definition extends RequestDefinition>(
  identity: Pick<RunningIdentity, "request">,
  definition: Definition,
  input: RequestInput<Definition>,
): ReturnType<typeof identity.request<Definition>> {
  const commandId = newId();
  for (let tries = 1; ; tries += 1) {
    const result = await identity.request(definition, input, commandId);
    const isBusy = result.kind === "refused" && result.refusal.code === "service-unavailable";
    const isLater = isBusy || result.kind === "unavailable";
    if (!isLater || tries === again.triesMax) return result;
    await wait(again.pauseMs);
  }
}

export async function registered(identity: RunningIdentity, who: Person): Promise<AccountId> {
  const result = await patiently(identity, Register, who);
  if (result.kind !== "replied") throw new Error(`registration: ${JSON.stringify(result)}`);
  return result.data.user.id as AccountId;
}

export function mailedCode(identity: RunningIdentity, accountId: AccountId): Promise<string> {
  return eventually(`a mail to ${accountId}`, () => {
    const mail = identity.sink.mails.find(({ source }) => source.includes(accountId));
    return mail && codeOf(mail);
  });
}

/** Every request for a code is fulfilled, and every mail of it is sent. */
export function allSent({ database }: RunningIdentity): Promise<boolean> {
  return eventually("everything is sent", async () => {
    const [left] = await database.query<{ count: bigint }>(
      CompiledQuery.raw(`select (select count(*) from code_requests) +
        (select count(*) from mails_to_send where sent_at is null and abandoned_at is null) as count`),
    );
    return left?.count === 0n;
  });
}

export function codesMailedTo(identity: RunningIdentity, email: string): readonly string[] {
  return identity.sink.mails
    .filter(({ to }) => to === email)
    .flatMap((mail) => /^\s*(\d{6})\s*$/m.exec(textOf(mail))?.[1] ?? []);
}

async function suspend(database: Database, accountId: AccountId, clock: TestClock): Promise<void> {
  const store = openAccountLog(database);
  const at = clock.now();
  const result = await changeAccount(store, accountId, {
    command: { kind: "suspend", by: newId<"AccountId">(), reasonId: newId(), at },
    context: { correlationId: "test", causationId: newId() },
    writes: () => [revokeSessions(accountId, "suspended", { at })],
  });
  if (result.kind !== "accepted") throw new Error(`suspension: ${result.kind}`);
}

export async function activated(identity: RunningIdentity, who: Person): Promise<AccountId> {
  const accountId = await registered(identity, who);
  const code = await mailedCode(identity, accountId);
  const result = await patiently(identity, VerifyOtp, { userId: accountId, email: null, code });
  if (result.kind !== "replied") throw new Error(`activation: ${JSON.stringify(result)}`);
  return accountId;
}

/** An identity for the tests of one file. */
export async function useIdentity(settings?: Settings): Promise<RunningIdentity> {
  const identity = await startIdentity(settings);
  afterAll(() => identity.stop());
  return identity;
}

/** The events of one type in the log of an account. */
export function eventsOf(
  { database }: RunningIdentity,
  accountId: AccountId,
  type: AccountEvent["type"],
): Promise<unknown[]> {
  return database.query(
    CompiledQuery.raw("select 1 from events where stream_id = $1 and event_type = $2", [
      accountId,
      type,
    ]),
  );
}

/** A refusal that names what is wrong with each field. */
export function refusedFields(fields: Readonly<Record<string, readonly string[]>>) {
  return { kind: "refused", refusal: { code: "validation-failed", fields } };
}

export const invalidCode = refusedFields({ code: ["invalid-code"] });

export function wrongCode(code: string): string {
  return code === "000000" ? "000001" : "000000";
}
