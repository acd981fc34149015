import { expect, it } from "vitest";
import type { ProviderResponse } from "./provider-http.ts";
import { emptyResponses, type NamedResponse } from "./samples.ts";

export function isUnknownAfter(
  read: (response: ProviderResponse) => { readonly kind: string },
  responses: readonly NamedResponse[] = [],
): void {
  it.each([...responses, ...emptyResponses])("is unknown after %s", (_what, given) => {
    expect(read(given).kind).toBe("unknown");
  });
}
