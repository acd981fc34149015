import { wholeSetting } from "@sanu/platform";

const DAY_MS = 86_400_000;

/** The shell reads it too: a proposal waits as long wherever it was made. */
export const proposalSettings = {
  /** How long a verdict that one of the staff proposed waits for another one. */
  CASE_PROPOSAL_VALID_MS: wholeSetting(60_000, 30 * DAY_MS).default(DAY_MS),
};
