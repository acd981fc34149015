import { expect, it } from "vitest";
import type { ProviderResponse } from "./provider-http.ts";
import { emptyResponses, type NamedResponse } from "./samples.ts";

/** A body that would be a yes or a no, from something that says by its status that it is neither. */
export function withOtherStatuses(given: ProviderResponse): readonly NamedResponse[] {
  return [202, 500, 503].map((status) => [
    `what is said with ${status}`,
    { ...given, status } as const,
  ]);
}

/** From a provider that does not say at what moment it answers. */
export function timeless(given: ProviderResponse): ProviderResponse {
  return given.kind === "response" ? { ...given, statedAt: null } : given;
}

export function isUnknownAfter(
  read: (response: ProviderResponse) => { readonly kind: string },
  responses: readonly NamedResponse[] = [],
): void {
  it.each([...responses, ...emptyResponses])("is unknown after %s", (_what, given) => {
    expect(read(given).kind).toBe("unknown");
  });
}
