import type { LookupFunction } from "node:net";
import { buildConnector } from "undici";
import type { Resolve } from "./resolve.ts";

/** Nobody may be asked there: the name stands for no address, or for one that is not public. */
export class ForbiddenAddressError extends Error {
  override readonly name = "ForbiddenAddressError";
}

export interface Reach {
  readonly resolve: Resolve;
  readonly isAllowed: (address: string) => boolean;
}

/**
 * Connects to the very addresses that were checked, so that a name which leads elsewhere a moment later reaches nobody.
 * One bad address among several spoils all of them.
 */
export function guardedConnector(
  { resolve, isAllowed }: Reach,
  options: { readonly connectTimeoutMs: number; readonly signal: AbortSignal },
): buildConnector.connector {
  const lookup: LookupFunction = (hostname, { all }, callback) => {
    checkedAddresses(hostname).then(
      ([first, ...others]) => {
        if (all === true) callback(null, [first, ...others]);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, []),
    );
  };
  async function checkedAddresses(hostname: string) {
    const addresses = await resolve(hostname, options.signal);
    const [first, ...others] = addresses.map((address) => ({
      address,
      family: address.includes(":") ? 6 : 4,
    }));
    if (first === undefined) throw new ForbiddenAddressError("the name has no address");
    if (addresses.every(isAllowed)) return [first, ...others] as const;
    throw new ForbiddenAddressError("the name stands for an address that is not public");
  }
  const timeout = options.connectTimeoutMs;
  const connect = buildConnector({ lookup, timeout, allowH2: false, maxCachedSessions: 0 });
  return (target, callback) =>
    connect(target, (...[error, socket]) => {
      if (error !== null) return callback(error, null);
      // A literal is never looked up.
      if (isAllowed(socket.remoteAddress ?? "")) return callback(null, socket);
      socket.destroy();
      callback(new ForbiddenAddressError("connected to an address that is not public"), null);
    });
}
