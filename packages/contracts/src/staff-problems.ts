import { type ProblemDefinition, problem } from "./problem-definition.ts";

/** What the staff has to prove besides her password before she acts. */
export const staffProblems = {
  "second-factor-required": problem(403, "Second factor required", {
    fr: "Confirmez d'abord cette session avec votre second facteur.",
    en: "Confirm this session with your second factor first.",
  }),
  "step-up-required": problem(403, "Step-up required", {
    fr: "Confirmez de nouveau votre second facteur : la dernière confirmation est trop ancienne.",
    en: "Confirm your second factor again: the last confirmation is too old.",
  }),
  "last-second-factor": problem(400, "Last second factor", {
    fr: "C'est votre dernier second facteur. Ajoutez-en un autre avant de le retirer.",
    en: "This is your last second factor. Add another one before you remove it.",
  }),
  "too-many-second-factors": problem(400, "Too many second factors", {
    fr: "Vous avez déjà {factorsMax} seconds facteurs. Retirez-en un d'abord.",
    en: "You already have {factorsMax} second factors. Remove one first.",
  }),
  "too-many-api-keys": problem(400, "Too many API keys", {
    fr: "{keysMax} clés sont déjà valables. Révoquez-en une d'abord.",
    en: "{keysMax} keys count already. Revoke one first.",
  }),
} as const satisfies Record<string, ProblemDefinition>;
