import {
  createEventStore,
  createServiceBase,
  queryBuilder,
  type RunningService,
  type ServiceBase,
  type ServiceBaseOverrides,
} from "@sanu/platform";
import { AccountEvent } from "./account/events.ts";
import type { IdentityConfig } from "./config.ts";
import type { IdentityTables } from "./database/schema.ts";
import { createIdentitySecrets } from "./identity-secrets.ts";
import { createMailSender } from "./mail/mail-sender.ts";
import { createSmtpTransport } from "./mail/smtp-transport.ts";
import { createPasswords } from "./passwords/passwords.ts";
import { accountsProjection } from "./projections/accounts/projection.ts";
import { publish } from "./publish.ts";
import { answererGroupsOf } from "./requests.ts";

/** What tests, and programs that run several services in one process, may replace. */
export type IdentityOverrides = ServiceBaseOverrides;

/** Makes identity from its configuration; nothing is connected before `start`. */
export async function compose(
  config: IdentityConfig,
  overrides: IdentityOverrides = {},
): Promise<RunningService> {
  const base = createServiceBase("identity", config, overrides);
  const { secrets, mailSender, answererGroups } = await createDomain(base, config);
  base.lifecycle
    .add({ name: "secrets", start: secrets.load })
    .add({ name: "mail", start: mailSender.start, stop: mailSender.stop });
  // A group answers with limits of its own: a flood of logins does not hold up the others.
  for (const answerers of answererGroups) base.lifecycle.add(base.answering({ answerers }));
  return base.service;
}

/** The account, and everything that answers for it. */
async function createDomain(base: ServiceBase, config: IdentityConfig) {
  const { clock, logger, metrics, database, gate } = base;
  const { tokenPrivateKey, otpPepper, smtpUrl, mailFrom } = config;
  const secrets = createIdentitySecrets({ database, tokenPrivateKey, otpPepper });
  const transport = createSmtpTransport({ url: smtpUrl, from: mailFrom });
  const mailSender = createMailSender({ database, clock, transport, logger, metrics });
  const store = createEventStore({
    database,
    schema: AccountEvent,
    publish,
    projections: [accountsProjection],
    gate,
    afterPublicCommit: base.wakeRelay,
  });
  const answererGroups = answererGroupsOf({
    database,
    tables: queryBuilder<IdentityTables>(database),
    store,
    passwords: await createPasswords(),
    otpPepper: secrets.otpPepper,
    signingKey: secrets.signingKey,
    clock,
    afterMailQueued: mailSender.wake,
  });
  return { secrets, mailSender, answererGroups };
}
