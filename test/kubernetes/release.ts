import { readFileSync } from "node:fs";
import { type NatsLogin, natsAuthorization } from "@sanu/contracts";
import { type Release, readReleases } from "../release/read-releases.ts";
import { run } from "./cluster.ts";
import { writeOverlay } from "./overlay.ts";

const rightsFile = "deploy/nats/users.conf";

export interface ReleaseImage extends Release {
  readonly image: string;
}

/** The last release that CHANGELOG.md names; its image is built as it builds itself, from its own tree. */
export function buildRelease(): ReleaseImage {
  const [release] = readReleases(readFileSync("CHANGELOG.md", "utf8"));
  if (release === undefined) throw new Error("CHANGELOG.md names no release to come from");
  const image = `sanu:${release.version}`;
  const build = `git archive ${release.commit} | docker build --tag=${image} --file=deploy/Dockerfile -`;
  run("sh", ["-c", build]);
  return { ...release, image };
}

/**
 * The overlay with the programs, the schema and the rights of an earlier release, beside it. What waits for a schema is left
 * out, for a release before the manifests cannot.
 */
export function overlayOf({ image, commit }: ReleaseImage, today: string): string {
  const takesImage = replace("/spec/template/spec/containers/0/image", image);
  const patches = [
    { target: { kind: "Deployment", labelSelector: "sanu.io/kind=service" }, patch: takesImage },
    { target: { kind: "Job", labelSelector: "sanu.io/kind=job" }, patch: takesImage },
    {
      target: { kind: "Deployment", labelSelector: "sanu.io/database=true" },
      patch: JSON.stringify([{ op: "remove", path: "/spec/template/spec/initContainers" }]),
    },
    withRights(run("git", ["show", `${commit}:${rightsFile}`])),
  ];
  return writeOverlay("kubernetes-released", { resources: [today], patches });
}

/** The overlay behind an upgrade: without the rights that only the earlier release used. */
export function overlayWithoutReleased(today: string): string {
  const password = (login: NatsLogin) =>
    `$${login.toUpperCase().replaceAll("-", "_")}_NATS_PASSWORD`;
  const patches = [withRights(natsAuthorization("", password))];
  return writeOverlay("kubernetes-contracted", { resources: [today], patches });
}

function withRights(rights: string): object {
  return {
    target: { kind: "ConfigMap", name: "nats-users" },
    patch: replace("/data/users.conf", rights),
  };
}

function replace(path: string, value: string): string {
  return JSON.stringify([{ op: "replace", path, value }]);
}
