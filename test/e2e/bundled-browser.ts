import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import packed, { inflate } from "@sparticuz/chromium";

const packageFolder = fileURLToPath(new URL("..", import.meta.resolve("@sparticuz/chromium")));
const buildFolder = fileURLToPath(new URL("../../.build/", import.meta.url));

export interface ReadyBrowser {
  readonly executablePath: string;
  /** What its process needs beside the settings that it inherits. */
  readonly env: Readonly<Record<string, string>>;
}

/** The fonts beside the browser and those of the system, so that a machine without any shows words too. */
const fontsOf = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, "fonts")}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${join(folder, "fonts-cache")}</cachedir>
</fontconfig>
`;

/** The package unpacks to the folder for temporary files, which is ours for as long as it works. */
async function unpackTo(folder: string): Promise<void> {
  const before = process.env["TMPDIR"];
  process.env["TMPDIR"] = folder;
  try {
    await packed.executablePath();
    await inflate(join(packageFolder, "bin", "al2023.tar.br"));
  } finally {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  }
}

/**
 * Chromium as its npm package ships it, with the libraries that it needs beside libc: unpacked on the first call, for
 * good. Only for Linux on x64.
 */
export async function unpackBrowser(): Promise<ReadyBrowser> {
  const { version } = JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8"));
  const folder = join(buildFolder, `chromium-${version}`);
  if (!existsSync(folder)) await makeFolder(folder);
  return {
    executablePath: join(folder, "chromium"),
    env: {
      LD_LIBRARY_PATH: join(folder, "al2023", "lib"),
      FONTCONFIG_FILE: join(folder, "fonts.conf"),
    },
  };
}

/** Whole or not at all: a run that is ended in the middle leaves nothing that the next one takes for a browser. */
async function makeFolder(folder: string): Promise<void> {
  mkdirSync(buildFolder, { recursive: true });
  const half = mkdtempSync(`${folder}-`);
  try {
    await unpackTo(half);
    writeFileSync(join(half, "fonts.conf"), fontsOf(folder));
    renameSync(half, folder);
  } catch (error) {
    rmSync(half, { recursive: true });
    // Another run was first.
    if (!existsSync(folder)) throw error;
  }
}
