import { SanuProblem } from "../errors/sanu-problem.ts";
import type { Address } from "../send/prepare-call.ts";
import { prepareCall } from "../send/prepare-call.ts";
import { type Sender, send } from "../send/sender.ts";
import type { IssuedToken, Session } from "./session.ts";

/** Nobody: the old token is all that a renewal shows. */
const none: Session = {
  loginId: async () => undefined,
  token: async () => undefined,
  replace: async () => false,
  begin: async () => undefined,
  end: async () => undefined,
  device: async () => undefined,
  keepDevice: async () => undefined,
};

/**
 * Asks for a new token, again and again where the answer is lost: within a minute it is the same one. `undefined` when
 * the old one is over.
 */
export async function renewBy(
  address: Address,
  how: Pick<Sender, "fetch" | "onTry">,
  token: string,
): Promise<IssuedToken | undefined> {
  const call = prepareCall(address, { method: "POST", path: "/auth/refresh" });
  const credential = { authorization: `Bearer ${token}` };
  try {
    const { body } = await send(call, { ...how, session: none, credential });
    return (body as { readonly data: IssuedToken }).data;
  } catch (error) {
    if (error instanceof SanuProblem && error.status === 401) return undefined;
    throw error;
  }
}
