// An attempt stays with the provider that has its key, whichever one the settings name by then.
import { attemptProviderColumns, type Migration } from "@sanu/platform";

export const nameProviders: Migration = { kind: "expand", statements: attemptProviderColumns };
