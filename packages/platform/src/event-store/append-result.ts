/**
 * `conflict`: the stream is not what it was taken for; mostly somebody else appended first.
 * `constraint`: another write of the append was refused by it. In both cases nothing is stored.
 */
export type AppendResult =
  | { readonly kind: "appended"; readonly version: number }
  | { readonly kind: "conflict" }
  | { readonly kind: "constraint"; readonly constraint: string };
