import { createHash } from "node:crypto";
import { z } from "zod";

const License = z.union([
  z.looseObject({ expression: z.string() }).transform(({ expression }) => expression),
  z.looseObject({ license: z.looseObject({ id: z.string() }) }).transform((it) => it.license.id),
  z
    .looseObject({ license: z.looseObject({ name: z.string() }) })
    .transform((it) => it.license.name),
]);

const Component = z.looseObject({
  type: z.string(),
  "bom-ref": z.string(),
  name: z.string(),
  version: z.string(),
  licenses: z.array(z.unknown()).optional(),
});

const Edge = z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()).default([]) });

/** A bill of materials by CycloneDX, of which we read what we write or judge. */
export const Bom = z.looseObject({
  serialNumber: z.string(),
  metadata: z.looseObject({ timestamp: z.string(), component: Component }),
  components: z.array(Component),
  dependencies: z.array(Edge),
});
export type Bom = z.infer<typeof Bom>;
export type Component = z.infer<typeof Component>;

/** How others refer to a package of npm: https://github.com/package-url/purl-spec. */
export function purlOf(name: string, version: string): string {
  return `pkg:npm/${name.replace(/^@/, "%40")}@${version}`;
}

/** The licences that a component names, each by its SPDX id or expression. */
export function licencesOf(component: Component): readonly string[] {
  return (component.licenses ?? []).map((each) => License.parse(each));
}

/** The same content is the same bill, byte for byte, whoever writes it and when. */
export function settle(bom: Bom, at: Date): Bom {
  const settled = {
    ...bom,
    serialNumber: "",
    metadata: { ...bom.metadata, timestamp: at.toISOString() },
    components: bom.components.toSorted(by((each) => each["bom-ref"])),
    dependencies: oneEdgeEach(bom.dependencies),
  };
  return { ...settled, serialNumber: serialOf(JSON.stringify(settled)) };
}

/** pnpm lists a package once for each set of peers that it is installed with. */
function oneEdgeEach(edges: Bom["dependencies"]): Bom["dependencies"] {
  const targets = new Map<string, Set<string>>();
  for (const { ref, dependsOn } of edges) {
    targets.set(ref, new Set([...(targets.get(ref) ?? []), ...dependsOn]));
  }
  return [...targets]
    .map(([ref, dependsOn]) => ({ ref, dependsOn: [...dependsOn].toSorted() }))
    .toSorted(by((each) => each.ref));
}

function by<T>(text: (each: T) => string): (one: T, other: T) => number {
  return (one, other) => (text(one) < text(other) ? -1 : 1);
}

/** A UUID of version 8: one whose bits its maker chooses. */
function serialOf(content: string): string {
  const hex = createHash("sha256").update(content).digest("hex");
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
  ];
  return `urn:uuid:${[...parts, hex.slice(20, 32)].join("-")}`;
}
