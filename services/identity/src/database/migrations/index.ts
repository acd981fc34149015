import type { Migrations } from "@sanu/platform";
import { initial } from "./0001-initial.ts";

/** The migrations of the identity database, by the names of their files. */
export const migrations: Migrations = { "0001-initial": initial };
