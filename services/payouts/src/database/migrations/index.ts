import type { Migrations } from "@sanu/platform";
import { initial } from "./0001-initial.ts";

export const migrations: Migrations = { "0001-initial": initial };
