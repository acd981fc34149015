import type { ErasurePlan } from "@sanu/platform";
import { lockOfAccountText } from "./erase-applicant.ts";

/** The address of the account, where nobody proved it as well as where she did. */
const herEmail = "(select email from account_contacts where account_id = $1)";

/**
 * What identity deletes with a person. Everything that hangs on `account_contacts` goes with its row; what stands
 * apart from it goes before, while her address can still be read. Events keep the id of an account that is nobody's.
 */
export const erasurePlan: ErasurePlan = {
  steps: [
    // No entry of hers may come between the two deletions.
    { columns: [], text: lockOfAccountText },
    {
      columns: ["idempotency_keys.response"],
      text: `delete from idempotency_keys where record_id in (
        select submission_id from kyc_submissions where account_id = $1
        union all select entry_id from waitlist where email = ${herEmail})`,
    },
    {
      columns: [
        "waitlist.email",
        "waitlist.name",
        "waitlist.whatsapp",
        "waitlist.country",
        "waitlist.language",
      ],
      text: `delete from waitlist where email = ${herEmail}`,
    },
    {
      columns: ["code_requests.email"],
      text: `delete from code_requests where account_id = $1 or email = ${herEmail}`,
    },
    {
      columns: [
        "account_contacts.name",
        "account_contacts.email",
        "account_contacts.whatsapp",
        "account_contacts.address",
        "account_contacts.tag",
        "account_contacts.language",
        "mailboxes.mailbox",
        "credentials.password_hash",
        "otps.code_hmac",
        "mails_to_send.code",
        "kyc_submissions.document_kind",
        "kyc_submissions.document_number",
        "kyc_documents.content_type",
        "kyc_pieces.sealed",
        "admin_actions.reason",
        "proposal_reasons.reason",
        "proposal_reasons.decision_reason",
        "second_factors.secret_sealed",
        "second_factors.credential_id",
        "second_factors.public_key",
        "recovery_codes.code_hash",
      ],
      // Whoever began to register under her address goes with her.
      text: `delete from account_contacts
        where account_id = $1 or (verified_at is null and email = ${herEmail})`,
    },
  ],
  emptiedBefore: [],
};
