import { type SimulatedProvider, simulatedProviders } from "@sanu/sandbox";
import { announcedSeed, randomFrom, shuffled } from "@sanu/testing";

/** All that can be simulated; the short run takes another one each time. */
export function someProviders(isAll: boolean): readonly SimulatedProvider[] {
  if (isAll) return simulatedProviders;
  return shuffled(simulatedProviders, randomFrom(announcedSeed("which provider"))).slice(0, 1);
}
