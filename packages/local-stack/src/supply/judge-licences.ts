import { type Bom, type Component, licencesOf } from "./bom.ts";
import { allowedLicences, type Exception } from "./licences.ts";

export interface Judged {
  readonly bom: Bom;
  /** The packages whose own words were read; of the others the bill has the hash alone. */
  readonly isRead: (ref: string) => boolean;
  readonly ships: boolean;
  readonly exceptions: Readonly<Record<string, Exception>>;
}

/** Each package under terms that nobody allowed, with those terms. */
export function findUnallowed({ bom, isRead, ships, exceptions }: Judged): readonly string[] {
  return bom.components
    .filter((each) => isForeign(each) && isRead(each["bom-ref"]))
    .flatMap((each) => {
      const name = fullNameOf(each);
      const licences = licencesOf(each);
      if (licences.length > 0 && licences.every((it) => allowedLicences.includes(it))) return [];
      const exception = exceptions[name];
      if (exception?.licences.join() === licences.join() && (exception.mayShip || !ships))
        return [];
      return [`${name}@${each.version}: ${licences.join(", ") || "no licence named"}`];
    });
}

/** Exceptions for packages that are not there any more. */
export function findIdle(
  bom: Bom,
  exceptions: Readonly<Record<string, Exception>>,
): readonly string[] {
  const names = new Set(bom.components.map(fullNameOf));
  return Object.keys(exceptions).filter((name) => !names.has(name));
}

function isForeign(component: Component): boolean {
  return component.type === "library" && !fullNameOf(component).startsWith("@sanu/");
}

function fullNameOf({ group, name }: Component): string {
  return typeof group === "string" && group !== "" ? `${group}/${name}` : name;
}
