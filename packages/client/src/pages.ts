import type { Given, Output, PathOf } from "./api/typed.ts";
import { type Address, type GivenAny, prepareCall } from "./send/prepare-call.ts";
import { type Sender, send } from "./send/sender.ts";

interface Paged {
  readonly meta: { readonly next_cursor: string | null };
}

/** The lists that come in pages. */
export type PagedPath = {
  [P in PathOf<"get">]: Output<"get", P> extends Paged ? P : never;
}[PathOf<"get">];

export type PageOf<P extends PagedPath> = Output<"get", P>;

export type Pages = <P extends PagedPath>(
  path: P,
  ...given: Given<"get", P>
) => AsyncGenerator<PageOf<P>, void>;

/** Each page behind the one before, all of them as who asked for the first. */
export function pagesBy(address: Address, sender: Sender): Pages {
  async function* pages(path: string, given: GivenAny = {}): AsyncGenerator<Paged, void> {
    const begunBy = sender.session.loginId();
    let cursor: string | null = null;
    do {
      const query = { ...given.query, ...(cursor !== null && { cursor }) };
      const call = prepareCall(address, { method: "GET", path }, { ...given, query });
      const { body } = await send(call, sender, begunBy);
      const page = body as Paged;
      yield page;
      cursor = page.meta.next_cursor;
    } while (cursor !== null);
  }
  return pages as Pages;
}
