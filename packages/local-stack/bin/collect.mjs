// `collect.mjs FOLDER`: copies what the bundled programs need to run, and nothing else, to a folder: for an image.
import { cpSync, lstatSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { listPrograms } from "./programs.mjs";
import { root } from "./root.mjs";

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("Name the folder to copy to");
const target = resolve(folder);
const copied = new Set();

/** What a program leaves beside its code: types, maps and manuals are for people who write it. */
const isNeeded = (/** @type {string} */ path) => !/\.([cm]?ts|map|md)$/.test(path);

for (const program of listPrograms()) {
  copy(join(program.folder, "package.json"));
  for (const { name } of program.files) copy(join(program.folder, "dist", name));
  for (const name of program.external) copyLink(join(program.folder, "node_modules", name));
}

/** @param {string} path from the root */
function copy(path) {
  cpSync(join(root, path), join(target, path), { recursive: true, filter: isNeeded });
}

/**
 * pnpm keeps a package and links to all that it needs in one folder of the store, so links lead to everything.
 * @param {string} path from the root
 */
function copyLink(path) {
  const from = join(root, path);
  mkdirSync(dirname(join(target, path)), { recursive: true });
  symlinkSync(readlinkSync(from), join(target, path));
  copyPackage(relative(root, resolve(dirname(from), readlinkSync(from))));
}

/** @param {string} path of a package in the store, from the root */
function copyPackage(path) {
  if (copied.has(path)) return;
  copied.add(path);
  copy(path);
  const store = join(root, path.slice(0, path.lastIndexOf("node_modules")), "node_modules");
  for (const link of linksIn(store)) copyLink(relative(root, link));
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function linksIn(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (lstatSync(path).isSymbolicLink()) return [path];
    return name.startsWith("@") ? linksIn(path) : [];
  });
}
