import {
  createEventStore,
  createSealing,
  createSecurityTrail,
  createServiceBase,
  identitySecurityEvents,
  proposalWatchRule,
  queryBuilder,
  type RunningService,
  reactionsPart,
  retentionPart,
  type ServiceBaseOverrides,
  soleAdminPart,
  watchdogPart,
} from "@sanu/platform";
import { mailsOf } from "./compose-mails.ts";
import type { IdentityConfig } from "./config.ts";
import { createIdentitySecrets } from "./credentials/identity-secrets.ts";
import { createCodeIssuer } from "./credentials/otp/code-issuer.ts";
import { createPasswords } from "./credentials/passwords/passwords.ts";
import { createThrottle } from "./credentials/throttle/throttle.ts";
import type { IdentityTables } from "./database/schema.ts";
import { createDefaultLimits } from "./handlers/admin/apply-default-limits.ts";
import { createDocumentKeys } from "./kyc/document-keys.ts";
import { documentKeysPart } from "./kyc/document-keys-part.ts";
import { KycTiersEvent } from "./kyc-tiers/events.ts";
import { kycTiersProjection } from "./projections/kyc-tiers/projection.ts";
import { publishTiers } from "./publish.ts";
import { customerReactions } from "./reactions/customer-reactions.ts";
import { whenAccountClosed, whenAccountClosingRefused } from "./reactions/when-account-closed.ts";
import { requestHandlerGroupsOf } from "./requests.ts";
import { retentionRules } from "./retention.ts";
import { createRevocationPublisher } from "./sessions/revocation-publisher.ts";
import { accountLog } from "./stores.ts";
import { watchRules } from "./watchdog.ts";

export type IdentityOverrides = ServiceBaseOverrides;

/** Makes identity from its configuration; nothing is connected before `start`. */
export async function compose(
  config: IdentityConfig,
  overrides: IdentityOverrides = {},
): Promise<RunningService> {
  const base = createServiceBase("identity", config, overrides);
  const { database, clock, logger, metrics, tracer, gate, messaging, lifecycle } = base;
  const shared = { database, clock, logger, metrics };
  const { throttleQuotas: quotas, kycTierLimitsXof: limitsXof, proposals } = config;

  const secrets = createIdentitySecrets({ database, ...config });
  const { otpPepper, otpOtherPepper: otherPepper } = secrets;
  const documentKeys = createDocumentKeys({ database, given: config.kycDocumentKeys });
  const passwords = await createPasswords();
  const throttle = createThrottle({ database, clock, pepper: otpPepper, otherPepper, quotas });

  const log = { database, gate, tracer, afterPublicCommit: base.wakeRelay };
  const store = createEventStore({ ...log, ...accountLog });
  const tiers = { schema: KycTiersEvent, publish: publishTiers, projections: [kycTiersProjection] };
  const tiersStore = createEventStore({ ...log, ...tiers });
  const mails = mailsOf(config, { ...shared, messaging, otpPepper });
  const afterMailQueued = mails.wake;
  const codes = createCodeIssuer({ ...shared, otpPepper, throttle, afterMailQueued });
  const revocations = createRevocationPublisher({ ...shared, messaging });
  const defaultLimits = createDefaultLimits({ ...shared, tiersStore, limitsXof });

  const trail = createSecurityTrail({ logger, metrics }, identitySecurityEvents);
  const requestHandlerGroups = requestHandlerGroupsOf({
    ...secrets,
    trail,
    database,
    tables: queryBuilder<IdentityTables>(database),
    store,
    tiersStore,
    passwords,
    clock,
    databaseClock: base.databaseClock,
    throttle,
    documentKeys,
    ...config.secondFactors,
    proposals,
    afterMailQueued,
    afterCodeRequested: codes.wake,
    afterRevocation: revocations.wake,
  });
  const sealing = createSealing("identity", { publicKey: config.sealingPublicKey, logger });
  const { sealedKeptMs } = config;
  const ofClosing = { database, clock, documentKeys, sealing, sealedKeptMs, afterMailQueued };
  const closing = { store, afterRevocation: revocations.wake, ...ofClosing };
  const reactions = [whenAccountClosed(closing), whenAccountClosingRefused(closing)];

  lifecycle
    .add({ name: "secrets", start: secrets.load })
    .add(documentKeysPart({ database, logger, documentKeys }))
    .add({ name: "mail", start: mails.start, stop: mails.stop })
    .add({ name: "codes", start: codes.start, stop: codes.stop })
    .add(retentionPart(shared, retentionRules))
    .add(watchdogPart(shared, [...watchRules, proposalWatchRule(proposals)]))
    .add(soleAdminPart(proposals, { ...config, logger }))
    .add({ name: "tier-limits", start: defaultLimits.start, stop: defaultLimits.stop })
    .add({ name: "revocations", start: revocations.start, stop: revocations.stop });
  // A group answers with limits of its own: a flood of logins does not hold up the others.
  for (const group of requestHandlerGroups) lifecycle.add(base.serving(group));
  lifecycle
    .add(reactionsPart(base, "identity-from-transactions", reactions))
    .add(reactionsPart(base, "identity-orders-from-transactions", customerReactions(closing)));
  return base.service;
}
