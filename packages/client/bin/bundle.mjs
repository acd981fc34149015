// Makes of the client one file that a page or a program loads as it is: `dist/sanu-client.js`.
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const folder = new URL("../", import.meta.url);
const built = await rolldown({
  input: fileURLToPath(new URL("src/index.ts", folder)),
  platform: "neutral",
  onLog: (_level, { message }) => {
    throw new Error(message);
  },
});
const { output } = await built.generate({ format: "esm", codeSplitting: false, minify: true });
await built.close();
const [{ code, imports }] = output;
if (imports.length > 0) throw new Error(`The client needs ${imports.join(", ")} at run time`);
mkdirSync(new URL("dist/", folder), { recursive: true });
// Whoever reads it meanwhile finds the old file or the new one, and never a half.
const draft = new URL(`dist/sanu-client.js.${process.pid}`, folder);
writeFileSync(draft, code);
renameSync(draft, new URL("dist/sanu-client.js", folder));
