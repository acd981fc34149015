import type { AccountId } from "@sanu/kernel";

/** Stands in events for whoever works at the shell of the system: no account, and so nobody's own. */
export const OPERATOR = "00000000-0000-7000-8000-000000000001" as AccountId;
