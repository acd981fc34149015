import type { Xof } from "@sanu/kernel";
import type { CallOutcome } from "../../ports/call-outcome.ts";
import type { MomoProduct } from "./product.ts";
import { type MovementKind, readKnown, readPlaced } from "./translate.ts";

interface WantedMovement {
  readonly key: string;
  readonly amountXof: Xof;
  /** Digits alone. */
  readonly partyId: string;
  readonly note: string;
  /** How long all of it may still take. */
  readonly left: () => number;
}

/** Its notes take no apostrophes and the like. Source: momodevelopercommunity.mtn.com, common errors. */
const unwritable = /[^A-Za-z0-9 ._-]/g;
const noteLengthMax = 120;

/** Orders a movement of money; a key that was known before is read, and is the same order. */
export async function place<Failure extends string>(
  { account, call }: MomoProduct,
  { key, amountXof, partyId, note, left }: WantedMovement,
  kind: MovementKind<Failure>,
): Promise<CallOutcome<null, Failure>> {
  const { currency, callbackUrl } = account;
  const party = { partyIdType: "MSISDN", partyId };
  const text = note.replaceAll(unwritable, " ").slice(0, noteLengthMax);
  const body = {
    amount: amountXof.toString(),
    currency,
    externalId: key,
    [kind.path === "/v1_0/transfer" ? "payee" : "payer"]: party,
    payerMessage: text,
    payeeNote: text,
  };
  const headers = {
    "x-reference-id": key,
    ...(callbackUrl !== undefined && { "x-callback-url": callbackUrl }),
  };
  const request = { method: "POST", path: kind.path, headers, body, left } as const;
  const placed = readPlaced(await call(request), kind);
  if (placed.kind !== "known") return placed;
  return readKnown(
    await read({ account, call }, kind, key, left),
    { key, amountXof, currency },
    kind,
  );
}

export function read(
  { call }: Pick<MomoProduct, "account" | "call">,
  { path }: Pick<MovementKind<string>, "path">,
  key: string,
  left: () => number,
) {
  return call({ method: "GET", path: `${path}/${encodeURIComponent(key)}`, left });
}
