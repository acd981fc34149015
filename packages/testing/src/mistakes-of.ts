import { ConfigError } from "@sanu/platform";

/** What is wrong with a configuration, as its reader says; nothing where it can be read. */
export function mistakesOf(read: () => unknown): readonly string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes;
    throw error;
  }
}
