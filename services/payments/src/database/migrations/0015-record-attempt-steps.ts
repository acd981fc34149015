// Support sees what was done about an attempt, and when; the row itself says the last of it only.
import { attemptStepStatements, type Migration } from "@sanu/platform";

export const recordAttemptSteps: Migration = { kind: "expand", statements: attemptStepStatements };
