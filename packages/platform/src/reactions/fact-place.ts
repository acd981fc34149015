import type { FactAttributes } from "@sanu/contracts";

/** The place of a fact in the log of its service: epoch, transaction, position. It orders facts for ever. */
export function factPlace({ position }: Pick<FactAttributes, "position">): string {
  return `{${position.split(".").join(",")}}`;
}
