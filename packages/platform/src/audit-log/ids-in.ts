import { isUuid } from "@sanu/kernel";

/** More are not written into one entry; a page of a list has at most a hundred rows. */
const idsMax = 200;
const depthMax = 4;

/** Ids of version 8 are made of what they stand for, an address: they do not outlive it. */
const isMadeOfAddress = (id: string) => id.charAt(14) === "8";

/** The ids in what was asked or shown, by where they stand: what it is about, without anything about a person. */
export function idsIn(value: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(listIds(value, "", 0).slice(0, idsMax));
}

function listIds(value: unknown, path: string, depth: number): readonly [string, string][] {
  if (typeof value === "string") {
    return isUuid(value) && !isMadeOfAddress(value) ? [[path, value]] : [];
  }
  if (typeof value !== "object" || value === null || depth > depthMax) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    listIds(part, path === "" ? key : `${path}.${key}`, depth + 1),
  );
}
