import type { Migrations } from "@sanu/platform";
import { initial } from "./0001-initial.ts";
import { refuseLateAppends } from "./0002-refuse-late-appends.ts";
import { concludeAttempts } from "./0003-conclude-attempts.ts";
import { indexSettledEvents } from "./0004-index-settled-events.ts";
import { indexReceipts } from "./0005-index-receipts.ts";
import { indexPaymentHashes } from "./0006-index-payment-hashes.ts";
import { compareStatements } from "./0007-compare-statements.ts";
import { indexCallbacksByAge } from "./0008-index-callbacks-by-age.ts";
import { createAuditLog } from "./0009-create-audit-log.ts";
import { nameProviders } from "./0010-name-providers.ts";
import { guardAuditLog } from "./0011-guard-audit-log.ts";
import { indexAttemptsByAge } from "./0012-index-attempts-by-age.ts";
import { obeyStaff } from "./0013-obey-staff.ts";
import { followNodes } from "./0014-follow-nodes.ts";
import { recordAttemptSteps } from "./0015-record-attempt-steps.ts";
import { indexCallbacksOfPayments } from "./0016-index-callbacks-of-payments.ts";
import { indexAttemptsInQuestion } from "./0017-index-attempts-in-question.ts";
import { easeAppendGuard } from "./0018-ease-append-guard.ts";
import { easeAttemptSteps } from "./0019-ease-attempt-steps.ts";
import { storeAllLanes } from "./0020-store-all-lanes.ts";
import { indexOtherLanes } from "./0021-index-other-lanes.ts";
import { indexContradictedVerdicts } from "./0022-index-contradicted-verdicts.ts";
import { bindSettings } from "./0023-bind-settings.ts";
import { ownAccounts } from "./0024-own-accounts.ts";
import { storePayers } from "./0025-store-payers.ts";
import { storePayersAlone } from "./0026-store-payers-alone.ts";
import { keepMaybeSent } from "./0027-keep-maybe-sent.ts";
import { dropMarkHandled } from "./0028-drop-mark-handled.ts";

export const migrations: Migrations = {
  "0001-initial": initial,
  "0002-refuse-late-appends": refuseLateAppends,
  "0003-conclude-attempts": concludeAttempts,
  "0004-index-settled-events": indexSettledEvents,
  "0005-index-receipts": indexReceipts,
  "0006-index-payment-hashes": indexPaymentHashes,
  "0007-compare-statements": compareStatements,
  "0008-index-callbacks-by-age": indexCallbacksByAge,
  "0009-create-audit-log": createAuditLog,
  "0010-name-providers": nameProviders,
  "0011-guard-audit-log": guardAuditLog,
  "0012-index-attempts-by-age": indexAttemptsByAge,
  "0013-obey-staff": obeyStaff,
  "0014-follow-nodes": followNodes,
  "0015-record-attempt-steps": recordAttemptSteps,
  "0016-index-callbacks-of-payments": indexCallbacksOfPayments,
  "0017-index-attempts-in-question": indexAttemptsInQuestion,
  "0018-ease-append-guard": easeAppendGuard,
  "0019-ease-attempt-steps": easeAttemptSteps,
  "0020-store-all-lanes": storeAllLanes,
  "0021-index-other-lanes": indexOtherLanes,
  "0022-index-contradicted-verdicts": indexContradictedVerdicts,
  "0023-bind-settings": bindSettings,
  "0024-own-accounts": ownAccounts,
  "0025-store-payers": storePayers,
  "0026-store-payers-alone": storePayersAlone,
  "0027-keep-maybe-sent": keepMaybeSent,
  "0028-drop-mark-handled": dropMarkHandled,
};
