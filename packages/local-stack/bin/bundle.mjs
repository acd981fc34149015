// `npm run build`: makes of every program one file, `dist/main.js` in its folder, and one beside it of each of its threads.
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { inAscii } from "./in-ascii.mjs";
import { listPrograms } from "./programs.mjs";
import { root } from "./root.mjs";
import { takeBuiltins } from "./take-builtins.mjs";

/** Of ours no module does anything by being imported (a rule holds it), so one of which a program uses nothing stays out. */
const ours = /\/(?:packages|services)\/[^/]+\/src\//;

const startedMs = Date.now();
const programs = listPrograms();
// One after the other: the bundler uses every processor by itself, and together they only wait for each other.
for (const { files, ...program } of programs) {
  for (const file of files) await bundle({ ...program, ...file });
}
console.log(`${programs.length} programs in ${((Date.now() - startedMs) / 1000).toFixed(1)} s`);

/** @param {{ folder: string, name: string, source: string, external: string[], optional: string[] }} part */
async function bundle({ folder, name, source, external, optional }) {
  const built = await rolldown({
    input: join(root, folder, source),
    platform: "node",
    treeshake: { moduleSideEffects: [{ test: ours, sideEffects: false }] },
    // Also what is named by a path within a package: `echarts/core`.
    external: (id) =>
      external.includes(id) || optional.some((name) => id === name || id.startsWith(`${name}/`)),
    onLog: (_level, { message }) => {
      throw new Error(`${folder}: ${message}`);
    },
  });
  const { output } = await built.generate({
    file: join(root, folder, "dist", name),
    format: "esm",
    codeSplitting: false,
    // Logs name errors by their class.
    keepNames: true,
    comments: { legal: true, jsdoc: false, annotation: false },
    sourcemap: true,
  });
  await built.close();
  mkdirSync(join(root, folder, "dist"), { recursive: true });
  for (const part of output) {
    if (part.type === "chunk") refuseStrangers(folder, part.imports, external);
    place(
      join(root, folder, "dist", part.fileName),
      part.type === "chunk" ? inAscii(takeBuiltins(part.code)) : part.source,
    );
  }
}

/**
 * @param {string} folder
 * @param {string[]} imports
 * @param {string[]} external
 */
function refuseStrangers(folder, imports, external) {
  const strangers = imports.filter((name) => !isBuiltin(name) && !external.includes(name));
  if (strangers.length > 0) throw new Error(`${folder} needs ${strangers.join(", ")} at run time`);
}

/**
 * A process that starts meanwhile, or another build, finds the old file or the new one, and never a half.
 * @param {string} file
 * @param {string | Uint8Array} content
 */
function place(file, content) {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, content);
  renameSync(draft, file);
}
