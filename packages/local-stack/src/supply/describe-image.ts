import { type Bom, type Component, settle } from "./bom.ts";

export interface Image {
  /** As the Dockerfile names it: `node:24-bookworm-slim`, in a release with `@sha256:…`. */
  readonly base: string;
  /** The packages that lie in the image as they are, as purls. */
  readonly packages: readonly string[];
  readonly programs: readonly Program[];
}

export interface Program {
  /** The packages that are part of its file or that it names, as purls. */
  readonly packages: readonly string[];
  readonly name: string;
  readonly version: string;
  /** Of its one file. */
  readonly sha256: string;
}

/** What the image holds, package by package, each as the lock file's bill describes it. */
export function describeImage(locked: Bom, image: Image, at: Date): Bom {
  const held = new Set([...image.packages, ...image.programs.flatMap((each) => each.packages)]);
  const libraries = [...held].map((ref) => libraryOf(locked, ref));
  const base = baseOf(image.base);
  const programs = image.programs.map(applicationOf);
  const root = { ...locked.metadata.component, type: "container" };
  const content = {
    ...locked,
    metadata: { ...locked.metadata, component: root },
    components: [base, ...programs, ...libraries],
    dependencies: [
      { ref: root["bom-ref"], dependsOn: [base, ...programs].map((each) => each["bom-ref"]) },
      { ref: base["bom-ref"], dependsOn: [] },
      ...image.programs.map((each) => ({ ref: refOf(each), dependsOn: [...each.packages] })),
      ...locked.dependencies
        .filter(({ ref }) => held.has(ref))
        .map((edge) => ({ ...edge, dependsOn: edge.dependsOn.filter((ref) => held.has(ref)) })),
    ],
  };
  return settle(content, at);
}

function libraryOf(locked: Bom, ref: string): Component {
  const found = locked.components.find((each) => each["bom-ref"] === ref);
  if (found === undefined) throw new Error(`The image holds ${ref}, which no lock file names`);
  const { scope: _scope, ...library } = found;
  return library;
}

function applicationOf(program: Program): Component {
  return {
    type: "application",
    "bom-ref": refOf(program),
    name: program.name,
    version: program.version,
    hashes: [{ alg: "SHA-256", content: program.sha256 }],
  };
}

function refOf(program: Program): string {
  return `program:${program.name}@${program.version}`;
}

function baseOf(base: string): Component {
  const [, name = base, version = "latest"] = /^([^:@]+)[:@](.+)$/.exec(base) ?? [];
  const [tag = "", digest] = base.includes("@") ? version.split("@") : [version];
  const purl = digest === undefined ? `${name}@${tag}` : `${name}@${digest}?tag=${tag}`;
  return {
    type: "container",
    "bom-ref": `pkg:docker/${purl}`,
    name,
    version,
    purl: `pkg:docker/${purl}`,
  };
}
