import { z } from "zod";
import { wholeSetting } from "../config/settings.ts";
import type { Part } from "../lifecycle/lifecycle.ts";
import type { Logger } from "../logger/create-logger.ts";
import type { WatchRule } from "../watchdog/watch-rule.ts";
import type { ProposalTerms } from "./proposal.ts";

const DAY_MS = 86_400_000;

export const approvalSettings = {
  /** How long an act of the staff waits for a second person. */
  CHANGE_PROPOSAL_VALID_MS: wholeSetting(60_000, 30 * DAY_MS).default(DAY_MS),
  /** How long a new one of the staff approves nothing that was proposed before. */
  NEW_STAFF_WAITS_MS: wholeSetting(0, 30 * DAY_MS).default(DAY_MS),
  /** Where there is one admin, and as long as there is one: who proposed may approve. */
  SOLE_ADMIN_ALLOWED: z
    .enum(["true", "false"])
    .default("false")
    .transform((text) => text === "true"),
};

const ProposalEnvironment = z.object(approvalSettings);

export function proposalTermsOf(env: z.output<typeof ProposalEnvironment>): ProposalTerms {
  return {
    proposalValidMs: env.CHANGE_PROPOSAL_VALID_MS,
    newcomerWaitsMs: env.NEW_STAFF_WAITS_MS,
    isSoleAdminAllowed: env.SOLE_ADMIN_ALLOWED,
  };
}

/** Says at every start of a production that one person alone is enough there. */
export function soleAdminPart(
  terms: ProposalTerms,
  { environment, logger }: { readonly environment: string; readonly logger: Pick<Logger, "warn"> },
): Part {
  return {
    name: "sole-admin",
    start() {
      if (terms.isSoleAdminAllowed && environment === "production") {
        const text = "SOLE_ADMIN_ALLOWED: the only admin may approve alone what she proposed";
        logger.warn({ setting: "SOLE_ADMIN_ALLOWED" }, text);
      }
      return Promise.resolve();
    },
  };
}

/** Overdue behind half of their time, while somebody can still decide. */
export function proposalWatchRule({ proposalValidMs }: ProposalTerms): WatchRule {
  return {
    what: "proposal",
    table: "proposals",
    since: "proposed_at",
    only: "status = 'proposed' and expires_at > now()",
    by: "operation",
    allowedMs: proposalValidMs / 2,
  };
}
