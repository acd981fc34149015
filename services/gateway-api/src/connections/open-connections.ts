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
  readonly isProxy: boolean;
  /** Those on which no request is under way, the longest idle first. */
  readonly idle: Set<Connection>;
  /** The others, the longest in use first. */
  readonly used: Set<Connection>;
}

export interface ConnectionRules<Connection> {
  readonly isProxy?: (address: string) => boolean;
  /** Whether its request is still being sent. */
  readonly isArriving?: (connection: Connection) => boolean;
}

/**
 * Which connections are open, from where, and which of them nobody uses. At a cap the one that is idle for longest goes:
 * of the same address, or of the address that has most. Where none is idle the address that has most ends one whose request is
 * still being sent, or the new one is refused. Nobody takes the place of who has fewer.
 */
export function createOpenConnections<Connection extends object>(
  caps: ConnectionCaps,
  { isProxy = () => false, isArriving = () => false }: ConnectionRules<Connection> = {},
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
    place.used.delete(connection);
    if (place.open === 0) places.delete(addressOf.get(connection) ?? "");
    addressOf.delete(connection);
  };
  const firstArriving = ({ used }: Place<Connection>): Connection | undefined => {
    for (const each of used) if (isArriving(each)) return each;
    return undefined;
  };
  const isBusy = (place: Place<Connection>) => !place.isProxy && firstArriving(place) !== undefined;
  const findRoom = (address: string, by: "address" | "process"): Connection | undefined => {
    const own = places.get(address);
    if (by === "address") return firstOf(own?.idle);
    const openHere = own === undefined || own.isProxy ? 0 : own.open;
    const idle = largestOf(places.values(), (place) => place.idle.size > 0);
    if (idle !== undefined && idle.open >= openHere) return firstOf(idle.idle);
    const busy = largestOf(places.values(), isBusy);
    return busy !== undefined && busy.open > openHere + 1 ? firstArriving(busy) : undefined;
  };
  const capOf = (address: string): "address" | "process" | undefined => {
    const open = places.get(address)?.open ?? 0;
    if (open >= caps.perAddressMax && !isProxy(address)) return "address";
    return addressOf.size >= caps.openMax ? "process" : undefined;
  };

  return {
    admit(connection: Connection, address: string): Admission<Connection> {
      const by = capOf(address);
      const replaced = by && findRoom(address, by);
      if (by !== undefined && replaced === undefined) return { kind: "refused", by };
      if (replaced !== undefined) remove(replaced);
      const place = places.get(address) ?? newPlace<Connection>(isProxy(address));
      places.set(address, place);
      place.open += 1;
      place.idle.add(connection);
      addressOf.set(connection, address);
      return { kind: "admitted", replaced };
    },
    use(connection: Connection): void {
      const place = placeOf(connection);
      if (place?.idle.delete(connection)) place.used.add(connection);
    },
    rest(connection: Connection): void {
      const place = placeOf(connection);
      place?.used.delete(connection);
      place?.idle.add(connection);
    },
    remove,
    open: () => addressOf.size,
    addresses: () => places.size,
  };
}

function newPlace<Connection>(isProxy: boolean): Place<Connection> {
  return { open: 0, isProxy, idle: new Set(), used: new Set() };
}

function largestOf<Connection>(
  places: Iterable<Place<Connection>>,
  isMeant: (place: Place<Connection>) => boolean,
): Place<Connection> | undefined {
  let largest: Place<Connection> | undefined;
  for (const place of places) {
    if (place.open > (largest?.open ?? 0) && isMeant(place)) largest = place;
  }
  return largest;
}

function firstOf<Connection>(connections: Iterable<Connection> = []): Connection | undefined {
  const [first] = connections;
  return first;
}
