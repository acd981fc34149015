export interface ConnectionCaps {
  /** Open at once in this process. */
  readonly openMax: number;
  /** Open at once from one address, IPv6 by its /64. */
  readonly perAddressMax: number;
}

export type Admission<Connection> =
  | { readonly kind: "admitted"; readonly replaced: Connection | undefined }
  | { readonly kind: "refused"; readonly by: "address" | "process" };

interface Place<Connection> {
  open: number;
  /** Those on which no request is under way, the longest idle first. */
  readonly idle: Set<Connection>;
}

/**
 * Which connections are open, from where, and which of them nobody uses. At a cap the one that is idle for longest goes:
 * of the same address, or of the address that has most. Where none is idle the new one is refused.
 */
export function createOpenConnections<Connection extends object>(
  caps: ConnectionCaps,
  isProxy: (address: string) => boolean = () => false,
) {
  const places = new Map<string, Place<Connection>>();
  const addressOf = new Map<Connection, string>();

  const placeOf = (connection: Connection): Place<Connection> | undefined => {
    const address = addressOf.get(connection);
    return address === undefined ? undefined : places.get(address);
  };
  const remove = (connection: Connection): void => {
    const place = placeOf(connection);
    if (place === undefined) return;
    place.open -= 1;
    place.idle.delete(connection);
    if (place.open === 0) places.delete(addressOf.get(connection) ?? "");
    addressOf.delete(connection);
  };
  const findIdle = (address: string | undefined): Connection | undefined => {
    const place = address === undefined ? largestIdle(places.values()) : places.get(address);
    const [longest] = place?.idle ?? [];
    return longest;
  };
  const capOf = (address: string): "address" | "process" | undefined => {
    const open = places.get(address)?.open ?? 0;
    if (open >= caps.perAddressMax && !isProxy(address)) return "address";
    return addressOf.size >= caps.openMax ? "process" : undefined;
  };

  return {
    admit(connection: Connection, address: string): Admission<Connection> {
      const by = capOf(address);
      const replaced = by && findIdle(by === "address" ? address : undefined);
      if (by !== undefined && replaced === undefined) return { kind: "refused", by };
      if (replaced !== undefined) remove(replaced);
      const place = places.get(address) ?? { open: 0, idle: new Set() };
      places.set(address, place);
      place.open += 1;
      place.idle.add(connection);
      addressOf.set(connection, address);
      return { kind: "admitted", replaced };
    },
    use: (connection: Connection) => void placeOf(connection)?.idle.delete(connection),
    rest: (connection: Connection) => void placeOf(connection)?.idle.add(connection),
    remove,
    open: () => addressOf.size,
    addresses: () => places.size,
  };
}

function largestIdle<Connection>(
  places: Iterable<Place<Connection>>,
): Place<Connection> | undefined {
  let largest: Place<Connection> | undefined;
  for (const place of places) {
    if (place.idle.size > 0 && place.open > (largest?.open ?? 0)) largest = place;
  }
  return largest;
}
