import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface Overlay {
  readonly resources: readonly string[];
  readonly components?: readonly string[];
  readonly patches: readonly object[];
}

const home = ".build";
const root = "../..";

/** Writes an overlay below `.build`, which git ignores, and returns its folder. What it names counts from the repository's root. */
export function writeOverlay(name: string, overlay: Overlay): string {
  const { resources, components = [], patches } = overlay;
  const fromHere = (paths: readonly string[]) => paths.map((path) => join(root, path));
  const folder = join(home, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "kustomization.yaml"),
    JSON.stringify({
      namespace: "sanu",
      resources: fromHere(resources),
      components: fromHere(components),
      patches,
    }),
  );
  return folder;
}
