import type { Failure } from "../plugins/problems.ts";

export interface Rows<Row> {
  readonly kind: "replied";
  readonly data: { readonly rows: Row[]; readonly nextCursor: string | null };
}

/** The response that `pageOf` documents, or why there is none. */
export function toPage<const Name extends string, Row>(name: Name, result: Rows<Row> | Failure) {
  if (result.kind !== "replied") return result;
  const { rows, nextCursor } = result.data;
  return { [name]: rows, meta: { next_cursor: nextCursor } } as Page<Name, Row>;
}

type Page<Name extends string, Row> = Readonly<Record<Name, Row[]>> & {
  readonly meta: { readonly next_cursor: string | null };
};
