import type { Migrations } from "@sanu/platform";
import { initial } from "./0001-initial.ts";
import { refuseLateAppends } from "./0002-refuse-late-appends.ts";
import { concludeAttempts } from "./0003-conclude-attempts.ts";
import { indexSettledEvents } from "./0004-index-settled-events.ts";
import { compareStatements } from "./0005-compare-statements.ts";
import { createAuditLog } from "./0006-create-audit-log.ts";
import { nameProviders } from "./0007-name-providers.ts";
import { guardAuditLog } from "./0008-guard-audit-log.ts";
import { indexAttemptsByAge } from "./0009-index-attempts-by-age.ts";
import { obeyStaff } from "./0010-obey-staff.ts";
import { bindSends } from "./0011-bind-sends.ts";
import { recordAttemptSteps } from "./0012-record-attempt-steps.ts";
import { indexPaidSends } from "./0013-index-paid-sends.ts";
import { easeAppendGuard } from "./0014-ease-append-guard.ts";
import { easeAttemptSteps } from "./0015-ease-attempt-steps.ts";
import { storeAllLanes } from "./0016-store-all-lanes.ts";
import { indexOtherLanes } from "./0017-index-other-lanes.ts";
import { bindSettings } from "./0018-bind-settings.ts";
import { ownAccounts } from "./0019-own-accounts.ts";
import { keepMaybeSent } from "./0020-keep-maybe-sent.ts";
import { dropMarkHandled } from "./0021-drop-mark-handled.ts";

export const migrations: Migrations = {
  "0001-initial": initial,
  "0002-refuse-late-appends": refuseLateAppends,
  "0003-conclude-attempts": concludeAttempts,
  "0004-index-settled-events": indexSettledEvents,
  "0005-compare-statements": compareStatements,
  "0006-create-audit-log": createAuditLog,
  "0007-name-providers": nameProviders,
  "0008-guard-audit-log": guardAuditLog,
  "0009-index-attempts-by-age": indexAttemptsByAge,
  "0010-obey-staff": obeyStaff,
  "0011-bind-sends": bindSends,
  "0012-record-attempt-steps": recordAttemptSteps,
  "0013-index-paid-sends": indexPaidSends,
  "0014-ease-append-guard": easeAppendGuard,
  "0015-ease-attempt-steps": easeAttemptSteps,
  "0016-store-all-lanes": storeAllLanes,
  "0017-index-other-lanes": indexOtherLanes,
  "0018-bind-settings": bindSettings,
  "0019-own-accounts": ownAccounts,
  "0020-keep-maybe-sent": keepMaybeSent,
  "0021-drop-mark-handled": dropMarkHandled,
};
