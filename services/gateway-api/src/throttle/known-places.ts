import { createHash } from "node:crypto";
import type { RequestSource } from "@sanu/contracts";

/** From where a request comes; a device that nobody gave back is none. */
type Place = Pick<RequestSource, "address" | "device">;

/**
 * Whom identity has called known at this gateway, and where: by device and by address, each for one subject alone, so that nobody
 * is known for another by a device that he made up or proved himself by. Past `placesMax` the longest unused is forgotten.
 */
export function createKnownPlaces(placesMax: number) {
  const keys = new Set<string>();
  const keep = (key: string) => {
    keys.delete(key);
    keys.add(key);
    const [oldest] = keys;
    if (keys.size > placesMax && oldest !== undefined) keys.delete(oldest);
  };
  return {
    remember(place: Place, subject: string | null): void {
      for (const key of keysOf(place, subject)) keep(key);
    },
    isKnown(place: Place, subject: string | null): boolean {
      const found = keysOf(place, subject).filter((key) => keys.has(key));
      for (const key of found) keep(key);
      return found.length > 0;
    },
  };
}

export type KnownPlaces = ReturnType<typeof createKnownPlaces>;

function keysOf({ address, device }: Place, subject: string | null): readonly string[] {
  if (subject === null) return [];
  const from = device === null ? [address] : [device, address];
  return from.map((each) =>
    createHash("sha256")
      .update(JSON.stringify([each, subject.trim().toLowerCase()]))
      .digest("base64url"),
  );
}
