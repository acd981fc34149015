import type { Migrations } from "@sanu/platform";
import { initial } from "./0001-initial.ts";
import { refuseLateAppends } from "./0002-refuse-late-appends.ts";
import { createCases } from "./0003-create-cases.ts";
import { indexOpenCases } from "./0004-index-open-cases.ts";
import { indexCasesOfTransactions } from "./0005-index-cases-of-transactions.ts";
import { indexAllCases } from "./0006-index-all-cases.ts";
import { addReceivableEntries } from "./0007-add-receivable-entries.ts";
import { reserveFloats } from "./0008-reserve-floats.ts";
import { countFailedPayouts } from "./0009-count-failed-payouts.ts";
import { keepCustomersWithOpenCases } from "./0010-keep-customers-with-open-cases.ts";
import { indexKeysByAge } from "./0011-index-keys-by-age.ts";
import { compareFloats } from "./0012-compare-floats.ts";
import { holdSuspendedAccounts } from "./0013-hold-suspended-accounts.ts";
import { indexReferences } from "./0014-index-references.ts";
import { countPerPerson } from "./0015-count-per-person.ts";
import { createAuditLog } from "./0016-create-audit-log.ts";
import { sealRecords } from "./0017-seal-records.ts";
import { proposeActs } from "./0018-propose-acts.ts";
import { countPaidNumbers } from "./0019-count-paid-numbers.ts";
import { keepReasonsOfApprovals } from "./0020-keep-reasons-of-approvals.ts";
import { guardAuditLog } from "./0021-guard-audit-log.ts";
import { reserveWhereReported } from "./0022-reserve-where-reported.ts";
import { serveOrderingKeys } from "./0023-serve-ordering-keys.ts";
import { createStandingOrders } from "./0024-create-standing-orders.ts";
import { knowDeactivatedAccounts } from "./0025-know-deactivated-accounts.ts";
import { markEndedOccurrences } from "./0026-mark-ended-occurrences.ts";
import { indexEndedOccurrences } from "./0027-index-ended-occurrences.ts";
import { beginComparisonsUnderLoad } from "./0028-begin-comparisons-under-load.ts";
import { indexReservationsByAge } from "./0029-index-reservations-by-age.ts";
import { easeAppendGuard } from "./0030-ease-append-guard.ts";
import { reserveInOrderOfEnds } from "./0031-reserve-in-order-of-ends.ts";
import { endWhatIsCounted } from "./0032-end-what-is-counted.ts";
import { storeAllLanes } from "./0033-store-all-lanes.ts";
import { indexOtherLanes } from "./0034-index-other-lanes.ts";
import { reserveReferences } from "./0035-reserve-references.ts";
import { countPromptsOfPayers } from "./0036-count-prompts-of-payers.ts";
import { countFailuresOfReceivers } from "./0037-count-failures-of-receivers.ts";
import { keepFloatsForTheProven } from "./0038-keep-floats-for-the-proven.ts";
import { countFailuresOfNumbers } from "./0039-count-failures-of-numbers.ts";
import { bindSettings } from "./0040-bind-settings.ts";
import { leaveMonthsToWhoIsPaid } from "./0041-leave-months-to-who-is-paid.ts";
import { countDeclinedPrompts } from "./0042-count-declined-prompts.ts";
import { storePayers } from "./0043-store-payers.ts";
import { leaveGoneRates } from "./0044-leave-gone-rates.ts";
import { dropMarkHandled } from "./0045-drop-mark-handled.ts";

export const migrations: Migrations = {
  "0001-initial": initial,
  "0002-refuse-late-appends": refuseLateAppends,
  "0003-create-cases": createCases,
  "0004-index-open-cases": indexOpenCases,
  "0005-index-cases-of-transactions": indexCasesOfTransactions,
  "0006-index-all-cases": indexAllCases,
  "0007-add-receivable-entries": addReceivableEntries,
  "0008-reserve-floats": reserveFloats,
  "0009-count-failed-payouts": countFailedPayouts,
  "0010-keep-customers-with-open-cases": keepCustomersWithOpenCases,
  "0011-index-keys-by-age": indexKeysByAge,
  "0012-compare-floats": compareFloats,
  "0013-hold-suspended-accounts": holdSuspendedAccounts,
  "0014-index-references": indexReferences,
  "0015-count-per-person": countPerPerson,
  "0016-create-audit-log": createAuditLog,
  "0017-seal-records": sealRecords,
  "0018-propose-acts": proposeActs,
  "0019-count-paid-numbers": countPaidNumbers,
  "0020-keep-reasons-of-approvals": keepReasonsOfApprovals,
  "0021-guard-audit-log": guardAuditLog,
  "0022-reserve-where-reported": reserveWhereReported,
  "0023-serve-ordering-keys": serveOrderingKeys,
  "0024-create-standing-orders": createStandingOrders,
  "0025-know-deactivated-accounts": knowDeactivatedAccounts,
  "0026-mark-ended-occurrences": markEndedOccurrences,
  "0027-index-ended-occurrences": indexEndedOccurrences,
  "0028-begin-comparisons-under-load": beginComparisonsUnderLoad,
  "0029-index-reservations-by-age": indexReservationsByAge,
  "0030-ease-append-guard": easeAppendGuard,
  "0031-reserve-in-order-of-ends": reserveInOrderOfEnds,
  "0032-end-what-is-counted": endWhatIsCounted,
  "0033-store-all-lanes": storeAllLanes,
  "0034-index-other-lanes": indexOtherLanes,
  "0035-reserve-references": reserveReferences,
  "0036-count-prompts-of-payers": countPromptsOfPayers,
  "0037-count-failures-of-receivers": countFailuresOfReceivers,
  "0038-keep-floats-for-the-proven": keepFloatsForTheProven,
  "0039-count-failures-of-numbers": countFailuresOfNumbers,
  "0040-bind-settings": bindSettings,
  "0041-leave-months-to-who-is-paid": leaveMonthsToWhoIsPaid,
  "0042-count-declined-prompts": countDeclinedPrompts,
  "0043-store-payers": storePayers,
  "0044-leave-gone-rates": leaveGoneRates,
  "0045-drop-mark-handled": dropMarkHandled,
};
