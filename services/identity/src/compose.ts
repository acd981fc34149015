import { type Clock, newId, systemClock } from "@sanu/kernel";
import {
  createEventStore,
  createGate,
  createReactionGroup,
  createRetention,
  createServiceBase,
  latePart,
  openDatabase,
  queryBuilder,
  type RequestHandler,
  type RunningService,
  type ServiceBase,
  type ServiceBaseOverrides,
} from "@sanu/platform";
import { AccountEvent } from "./account/events.ts";
import type { IdentityConfig } from "./config.ts";
import { canonicalEmail } from "./contacts/canonical-email.ts";
import { createIdentitySecrets } from "./credentials/identity-secrets.ts";
import { createCodeIssuer } from "./credentials/otp/code-issuer.ts";
import { createPasswords } from "./credentials/passwords/passwords.ts";
import { createThrottle } from "./credentials/throttle/throttle.ts";
import type { IdentityTables } from "./database/schema.ts";
import { eraseApplicant } from "./erasure/erase-applicant.ts";
import { erasureLimits } from "./erasure/erasure-limits.ts";
import { findAccountOf } from "./erasure/find-account.ts";
import { requestErasure } from "./erasure/request-erasure.ts";
import { createDefaultLimits } from "./handlers/admin/apply-default-limits.ts";
import {
  type CreatedAdmin,
  createAdmin,
  type NewAdmin,
  OPERATOR,
} from "./handlers/admin/create-admin.ts";
import { createDocumentKeys } from "./kyc/document-keys.ts";
import { KycTiersEvent } from "./kyc-tiers/events.ts";
import { createMailSender } from "./mail/mail-sender.ts";
import { createSmtpTransport } from "./mail/smtp-transport.ts";
import { accountsProjection } from "./projections/accounts/projection.ts";
import { kycTiersProjection } from "./projections/kyc-tiers/projection.ts";
import { publish, publishTiers } from "./publish.ts";
import {
  type ClosingNeeds,
  whenAccountClosed,
  whenAccountClosingRefused,
} from "./reactions/when-account-closed.ts";
import { requestHandlerGroupsOf } from "./requests.ts";
import { retentionRules } from "./retention.ts";
import { createRevocationNews } from "./sessions/revocation-news.ts";

/** What tests, and programs that run several services in one process, may replace. */
export type IdentityOverrides = ServiceBaseOverrides;

type Part = Parameters<ServiceBase["lifecycle"]["add"]>[0];

/** Makes identity from its configuration; nothing is connected before `start`. */
export async function compose(
  config: IdentityConfig,
  overrides: IdentityOverrides = {},
): Promise<RunningService> {
  const base = createServiceBase("identity", config, overrides);
  const { parts, requestHandlerGroups, reactions } = await createDomain(base, config);
  for (const part of parts) base.lifecycle.add(part);
  // A group answers with limits of its own: a flood of logins does not hold up the others.
  for (const handlers of requestHandlerGroups) base.lifecycle.add(base.answering({ handlers }));
  base.lifecycle.add(reactions);
  return base.service;
}

/** The account, everything that answers for it, and what works in the background, in the order of the start. */
async function createDomain(
  base: ServiceBase,
  config: IdentityConfig,
): Promise<{
  readonly parts: readonly Part[];
  readonly requestHandlerGroups: readonly (readonly RequestHandler[])[];
  readonly reactions: Part;
}> {
  const { clock, database, gate, logger, metrics } = base;
  const secrets = createIdentitySecrets({ database, ...config });
  const { otpPepper: pepper } = secrets;
  const throttle = createThrottle({ database, clock, pepper, quotas: config.throttleQuotas });
  const documentKeys = createDocumentKeys({ database, given: config.kycDocumentKeys });
  const workers = createWorkers(base, config, pepper);
  const { mailSender, codeIssuer, revocationNews, retention } = workers;
  const store = createEventStore({
    database,
    schema: AccountEvent,
    publish,
    projections: [accountsProjection],
    gate,
    afterPublicCommit: base.wakeRelay,
  });
  const tiersStore = createEventStore({
    database,
    schema: KycTiersEvent,
    publish: publishTiers,
    projections: [kycTiersProjection],
    gate,
    afterPublicCommit: base.wakeRelay,
  });
  const limitsXof = config.kycTierLimitsXof;
  const defaultLimits = createDefaultLimits({ tiersStore, clock, logger, metrics, limitsXof });
  const requestHandlerGroups = requestHandlerGroupsOf({
    ...secrets,
    database,
    tables: queryBuilder<IdentityTables>(database),
    store,
    tiersStore,
    passwords: await createPasswords(),
    clock,
    throttle,
    documentKeys,
    afterMailQueued: mailSender.wake,
    afterCodeRequested: codeIssuer.wake,
    afterRevocation: revocationNews.wake,
  });
  const parts = [
    { name: "secrets", start: secrets.load },
    { name: "document-keys", start: documentKeys.load },
    { name: "mail", start: mailSender.start, stop: mailSender.stop },
    { name: "codes", start: codeIssuer.start, stop: codeIssuer.stop },
    { name: "retention", start: retention.start, stop: retention.stop },
    { name: "tier-limits", ...defaultLimits },
    { name: "revocations", ...revocationNews },
  ];
  const closing = { store, clock, afterRevocation: revocationNews.wake };
  return { parts, requestHandlerGroups, reactions: reactionsPart(base, closing) };
}

/** What transactions says about accounts that shall be erased. */
function reactionsPart(base: ServiceBase, needs: ClosingNeeds): Part {
  const { database, gate, logger, metrics } = base;
  return latePart("reactions", () =>
    createReactionGroup({
      group: "identity-from-transactions",
      reactions: [whenAccountClosed(needs), whenAccountClosingRefused(needs)],
      database,
      messaging: base.messaging(),
      gate,
      logger,
      metrics,
    }),
  );
}

/** What goes on whether or not anybody asks. */
function createWorkers(
  { clock, logger, metrics, database, messaging }: ServiceBase,
  { smtpUrl, mailFrom }: IdentityConfig,
  otpPepper: Parameters<typeof createCodeIssuer>[0]["otpPepper"],
) {
  const transport = createSmtpTransport({ url: smtpUrl, from: mailFrom });
  const shared = { database, clock, logger, metrics };
  const mailSender = createMailSender({ ...shared, transport });
  return {
    mailSender,
    codeIssuer: createCodeIssuer({ ...shared, otpPepper, afterMailQueued: mailSender.wake }),
    retention: createRetention({ ...shared, rules: retentionRules }),
    revocationNews: createRevocationNews({ ...shared, messaging }),
  };
}

/** Makes admins on a database of identity, whether or not the service runs; its relay tells what follows. */
export async function composeAdmins(databaseUrl: string, clock: Clock = systemClock) {
  const database = openDatabase({ url: databaseUrl, poolMax: 1, applicationName: "sanu-admin" });
  const store = createEventStore({
    database,
    schema: AccountEvent,
    publish,
    projections: [accountsProjection],
    gate: createGate(),
    afterPublicCommit: () => undefined,
  });
  const passwords = await createPasswords();
  return {
    create: (admin: NewAdmin): Promise<CreatedAdmin> =>
      createAdmin({ database, store, passwords, clock }, admin),
    /** Erases whoever an address belongs to, also who only waits; the services that run carry it out. */
    erase: async (email: string, waitMs: number = erasureLimits.shellWaitMs) => {
      const accountId = await findAccountOf(database, email);
      if (accountId === undefined) {
        const wasWaiting = await eraseApplicant(database, canonicalEmail(email));
        return { outcome: wasWaiting ? "left-waitlist" : "unknown-account" } as const;
      }
      const erasureId: string = newId();
      const context = { correlationId: erasureId, causationId: erasureId };
      const request = { accountId, erasureId, by: OPERATOR };
      const outcome = await requestErasure({ store, clock }, request, { context, waitMs });
      return { accountId, outcome };
    },
    close: database.close,
  };
}
