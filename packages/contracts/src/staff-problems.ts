import { type ProblemDefinition, problem } from "./problem-definition.ts";

/** What the staff has to prove besides her password before she acts. */
export const staffProblems = {
  "second-factor-required": problem(403, "Second factor required"),
  "step-up-required": problem(403, "Step-up required"),
  "last-second-factor": problem(400, "Last second factor"),
  "too-many-second-factors": problem(400, "Too many second factors"),
  "too-many-api-keys": problem(400, "Too many API keys"),
  "too-many-proposals": problem(400, "Too many proposals"),
} as const satisfies Record<string, ProblemDefinition>;
