import type { z } from "zod";

/** The environment does not describe a configuration; `mistakes` names every variable, never a value. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(`The configuration has ${mistakes.length} mistake(s):\n  ${mistakes.join("\n  ")}`);
    this.mistakes = mistakes;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** What is set to the empty text counts as not set. */
export function withoutEmpty(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
}

/**
 * The schema's keys are the variables' names; one that is set to the empty text counts as not set.
 * Throws `ConfigError` with all mistakes at once.
 */
export function readConfig<Config>(schema: z.ZodType<Config>, env: Environment): Config {
  const set = withoutEmpty(env);
  const parsed = schema.safeParse(set);
  if (parsed.success) return parsed.data;
  throw new ConfigError([...new Set(parsed.error.issues.map((issue) => mistakeOf(issue, set)))]);
}

/** `readConfig` for one schema. */
export function configReader<Config>(schema: z.ZodType<Config>): (env: Environment) => Config {
  return (env) => readConfig(schema, env);
}

/** What a setting has to be beside another one it has to be by its default, too: to set it may not be what is wrong. */
const anotherSetting = /\b[A-Z]+_[A-Z_]+\b/;

function mistakeOf(issue: z.core.$ZodIssue, env: Environment): string {
  const variable = issue.path.join(".");
  if (variable === "") return issue.message;
  const isMissing = env[variable] === undefined && !anotherSetting.test(issue.message);
  return isMissing
    ? `${variable} is not set`
    : `${variable}: ${issue.message.replace(/^Invalid (?:input|option): /, "")}`;
}
