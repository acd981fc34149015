import type { Migrations } from "@sanu/platform";
import { initial } from "./0001-initial.ts";
import { refuseLateAppends } from "./0002-refuse-late-appends.ts";
import { indexKeysByAge } from "./0003-index-keys-by-age.ts";
import { oneAccountPerMailbox } from "./0004-one-account-per-mailbox.ts";
import { fillMailboxes } from "./0005-fill-mailboxes.ts";
import { bindCodesToSources } from "./0006-bind-codes-to-sources.ts";
import { indexErasures } from "./0007-index-erasures.ts";
import { secondFactors } from "./0008-second-factors.ts";
import { createAuditLog } from "./0009-create-audit-log.ts";
import { sealRecords } from "./0010-seal-records.ts";
import { passkeyChallenges } from "./0011-passkey-challenges.ts";
import { notifyOwnersOfMailboxes } from "./0012-notify-owners-of-mailboxes.ts";
import { createApiKeys } from "./0013-create-api-keys.ts";
import { proposeActs } from "./0014-propose-acts.ts";
import { keysWaitForApproval } from "./0015-keys-wait-for-approval.ts";
import { guardAuditLog } from "./0016-guard-audit-log.ts";
import { moreMailProviders } from "./0017-more-mail-providers.ts";
import { renameMailboxes } from "./0018-rename-mailboxes.ts";
import { limitKeysThatOrder } from "./0019-limit-keys-that-order.ts";
import { countCodeRequests } from "./0020-count-code-requests.ts";
import { queueOrderMails } from "./0021-queue-order-mails.ts";
import { easeAppendGuard } from "./0022-ease-append-guard.ts";
import { storeAllLanes } from "./0023-store-all-lanes.ts";
import { indexOtherLanes } from "./0024-index-other-lanes.ts";
import { bindSettings } from "./0025-bind-settings.ts";
import { mendSuspensions } from "./0026-mend-suspensions.ts";
import { dropMarkHandled } from "./0027-drop-mark-handled.ts";

export const migrations: Migrations = {
  "0001-initial": initial,
  "0002-refuse-late-appends": refuseLateAppends,
  "0003-index-keys-by-age": indexKeysByAge,
  "0004-one-account-per-mailbox": oneAccountPerMailbox,
  "0005-fill-mailboxes": fillMailboxes,
  "0006-bind-codes-to-sources": bindCodesToSources,
  "0007-index-erasures": indexErasures,
  "0008-second-factors": secondFactors,
  "0009-create-audit-log": createAuditLog,
  "0010-seal-records": sealRecords,
  "0011-passkey-challenges": passkeyChallenges,
  "0012-notify-owners-of-mailboxes": notifyOwnersOfMailboxes,
  "0013-create-api-keys": createApiKeys,
  "0014-propose-acts": proposeActs,
  "0015-keys-wait-for-approval": keysWaitForApproval,
  "0016-guard-audit-log": guardAuditLog,
  "0017-more-mail-providers": moreMailProviders,
  "0018-rename-mailboxes": renameMailboxes,
  "0019-limit-keys-that-order": limitKeysThatOrder,
  "0020-count-code-requests": countCodeRequests,
  "0021-queue-order-mails": queueOrderMails,
  "0022-ease-append-guard": easeAppendGuard,
  "0023-store-all-lanes": storeAllLanes,
  "0024-index-other-lanes": indexOtherLanes,
  "0025-bind-settings": bindSettings,
  "0026-mend-suspensions": mendSuspensions,
  "0027-drop-mark-handled": dropMarkHandled,
};
