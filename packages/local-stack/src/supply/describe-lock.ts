import { type Bom, settle } from "./bom.ts";

/**
 * All that the lock file names. Of what is installed the packages themselves say more, licences among it; what is only
 * for other machines is known by its hash. What our own packages need is left out: pnpm follows some of them and not
 * others, each time anew.
 */
export function describeLock(locked: Bom, installed: Bom, at: Date): Bom {
  const known = new Map(installed.components.map((each) => [each["bom-ref"], each]));
  const components = locked.components.map((each) => known.get(each["bom-ref"]) ?? each);
  const dependencies = locked.dependencies.filter(({ ref }) => !/\/(?:%40sanu\/|sanu@)/.test(ref));
  return settle({ ...locked, components, dependencies }, at);
}
