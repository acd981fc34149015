/** The Bitcoin networks. Testnet and signet share their address forms; regtest shares base58 with them. */
export type BitcoinNetwork = "mainnet" | "testnet" | "signet" | "regtest";

/** `any` is for the sandbox, where nothing is really sent. */
export type AcceptedNetwork = BitcoinNetwork | "any";

/** `candidates` are all networks to which the text's form can belong. */
export function isAcceptedNetwork(
  accepted: AcceptedNetwork,
  candidates: readonly BitcoinNetwork[],
): boolean {
  return accepted === "any" || candidates.includes(accepted);
}
