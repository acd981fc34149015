/** For whom passkeys are made, and the pages that may ask for them (WebAuthn, 5.1.2). */
export interface RelyingParty {
  readonly id: string;
  readonly origins: readonly string[];
}

interface Given {
  readonly publicUrl: string;
  readonly id: string | undefined;
  readonly origins: string | undefined;
}

/** Where nothing is set it is the host and the origin of the public address. */
export function relyingPartyOf({ publicUrl, id, origins }: Given): RelyingParty {
  const { hostname, origin } = new URL(publicUrl);
  return { id: id ?? hostname, origins: origins?.split(",").map((one) => one.trim()) ?? [origin] };
}

/** Why no browser would make a passkey for it; `undefined` where one would. */
export function mistakeInOrigins({ id, origins }: RelyingParty): string | undefined {
  const strange = origins.find((origin) => !isOriginOf(origin, id));
  return strange === undefined ? undefined : `${strange} is no origin of ${id} that browsers take`;
}

function isOriginOf(text: string, id: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, protocol, hostname } = new URL(text);
  const isSecure = protocol === "https:" || (protocol === "http:" && hostname === "localhost");
  const isWithin = hostname === id || hostname.endsWith(`.${id}`);
  return origin === text && isSecure && isWithin;
}
