import { Resolver } from "node:dns/promises";

/** All addresses of a name, none where it has none. Rejects where that cannot be said now. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>;

const nameHasNone = new Set(["ENOTFOUND", "ENODATA"]);

/** Asks the name servers themselves: neither the file of hosts nor a search domain of ours is looked at. */
export const resolvePublic: Resolve = async (hostname, signal) => {
  const resolver = new Resolver({ timeout: 1_500, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    const found = await Promise.all([
      addressesOrNone(resolver.resolve4(hostname)),
      addressesOrNone(resolver.resolve6(hostname)),
    ]);
    return found.flat();
  } finally {
    signal.removeEventListener("abort", cancel);
  }
};

async function addressesOrNone(asked: Promise<readonly string[]>): Promise<readonly string[]> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Error && "code" in error && nameHasNone.has(String(error.code))) return [];
    throw error;
  }
}
