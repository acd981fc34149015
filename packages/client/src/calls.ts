import type { Given, Method, Output, PathOf } from "./api/typed.ts";
import type { Answer } from "./send/call.ts";
import { type Address, type GivenAny, prepareCall } from "./send/prepare-call.ts";
import { type Sender, send } from "./send/sender.ts";

/** The operations of the document, by method and path. */
export type Calls = {
  readonly [M in Method]: <P extends PathOf<M>>(
    path: P,
    ...given: Given<M, P>
  ) => Promise<Answer<Output<M, P>>>;
};

/** What goes over the wire is what the types say as long as API and document are of one release. */
export function callsOf(address: Address, sender: Sender): Calls {
  const by = (method: string) => (path: string, given?: GivenAny) =>
    send(prepareCall(address, { method, path }, given), sender);
  return { get: by("GET"), post: by("POST"), put: by("PUT"), patch: by("PATCH") } as Calls;
}
