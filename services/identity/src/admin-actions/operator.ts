import type { AccountId } from "@sanu/kernel";
import { shellOperator } from "@sanu/platform";

/** Stands in events for whoever works at the shell of the system: no account, and so nobody's own. */
export const OPERATOR = shellOperator as AccountId;
