// Writes the names of all settings, as the READMEs and the guides of providers list them, for programs that run where no README is.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { knownNames } from "../src/start/settings/known-names.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const target = new URL(
  "../../platform/src/config/setting-names/setting-names.json",
  import.meta.url,
);
writeFileSync(target, `${JSON.stringify([...knownNames(root)].toSorted(), null, 2)}\n`);
