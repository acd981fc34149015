import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cacheFolder, runCompiler } from "@sanu/local-stack";

/** Eleven minutes of processor time. */
const timeoutMs = 30 * 60_000;
const folder = fileURLToPath(new URL("ldk-payer", import.meta.url));

/** Finds the LDK node in the user's cache, or compiles it where that may take its time. */
export async function prepareLdkProgram(
  mayCompile: boolean,
): Promise<{ readonly program: string } | { readonly program: undefined; readonly why: string }> {
  const hash = createHash("sha256");
  for (const file of ["Cargo.lock", "src/main.rs"]) hash.update(readFileSync(join(folder, file)));
  const target = cacheFolder("ldk-payer");
  const program = join(target, `payer-${hash.digest("hex").slice(0, 16)}`);
  if (existsSync(program)) return { program };
  if (!mayCompile)
    return { program: undefined, why: "`npm run test:nodes` has not compiled it yet" };
  if (spawnSync("cargo", ["--version"]).status !== 0) {
    return { program: undefined, why: "there is no Rust here, which compiles it" };
  }
  mkdirSync(target, { recursive: true });
  console.log(
    `Compiling the LDK node into ${target}: minutes the first time, then never again ...`,
  );
  const trouble = await runCompiler({
    command: "cargo",
    args: ["build", "--release", "--locked"],
    folder,
    environment: { CARGO_TARGET_DIR: target },
    timeoutMs,
  });
  if (trouble !== undefined)
    return { program: undefined, why: `it cannot be compiled: ${trouble}` };
  const draft = `${program}.${process.pid}`;
  copyFileSync(join(target, "release", "payer"), draft);
  renameSync(draft, program);
  return { program };
}
