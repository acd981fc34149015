import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Bom } from "./bom.ts";
import { describeImage } from "./describe-image.ts";
import { describeLock } from "./describe-lock.ts";
import { findIdle, findUnallowed } from "./judge-licences.ts";
import { exceptions } from "./licences.ts";
import { type Built, readImage } from "./read-image.ts";

export interface BomOptions extends Built {
  /** The program of pnpm. */
  readonly pnpm: string;
  /** The base of the image; what the Dockerfile names unless told. */
  readonly base: string | undefined;
  readonly target: string;
  readonly at: Date;
}

/**
 * Writes the bills of materials of the lock file and of the image, and returns what is wrong with the licences.
 */
export function writeBoms(options: BomOptions): readonly string[] {
  const installed = askPnpm(options);
  const lock = describeLock(askPnpm(options, "--lockfile-only"), installed, options.at);
  const base = options.base ?? readBase(options.root);
  const image = describeImage(lock, { ...readImage(options), base }, options.at);
  mkdirSync(options.target, { recursive: true });
  for (const [name, bom] of Object.entries({ lock, image })) {
    writeFileSync(join(options.target, `${name}.cdx.json`), `${JSON.stringify(bom, null, 1)}\n`);
  }
  const read = new Set(installed.components.map((each) => each["bom-ref"]));
  const isRead = (ref: string): boolean => read.has(ref);
  return [
    ...findUnallowed({ bom: lock, isRead, ships: false, exceptions }),
    ...findUnallowed({ bom: image, isRead, ships: true, exceptions }).map((it) => `image: ${it}`),
    ...findIdle(lock, exceptions).map((name) => `${name}: an exception for nothing`),
  ];
}

function askPnpm({ pnpm, root }: BomOptions, ...args: readonly string[]): Bom {
  const form = ["--sbom-format", "cyclonedx", "--sbom-spec-version", "1.6"];
  const text = execFileSync(pnpm, ["sbom", ...form, "--sbom-type", "application", ...args], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  return Bom.parse(JSON.parse(text));
}

function readBase(root: string): string {
  const dockerfile = readFileSync(join(root, "deploy", "Dockerfile"), "utf8");
  const base = /^ARG NODE_IMAGE=(\S+)$/m.exec(dockerfile)?.[1];
  if (base === undefined) throw new Error("deploy/Dockerfile names no base: ARG NODE_IMAGE=…");
  return base;
}
