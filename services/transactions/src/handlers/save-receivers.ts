import { SaveReceivers } from "@sanu/contracts";
import { handleRequest, type RequestHandler, refuse } from "@sanu/platform";
import { type AcceptedNetwork, readReceiver } from "@sanu/rails";
import { receiverRule } from "../orders/destination-rules.ts";
import { readEntries, type TextReading } from "../wallet/read-entries.ts";
import { type SaveListDeps, saveList } from "../wallet/save-list.ts";
import { receiverView } from "../wallet/wallet-views.ts";

const names = { list: "receivers", text: "receiver_address" } as const;

/** Saves where a person's sats may go, the whole list at once. */
export function saveReceivers(
  deps: SaveListDeps & { readonly network: AcceptedNetwork },
): RequestHandler {
  return handleRequest(SaveReceivers, async ({ accountId, receivers }, context) => {
    const written = receivers.map(({ receiver: text, ...rest }) => ({ ...rest, text }));
    const reading = readEntries(written, names, (text) => readReusable(text, deps.network));
    if (reading.kind === "broken") return refuse("validation-failed", undefined, reading.fields);
    const { entries } = reading;
    const isSaved = await saveList(deps, { accountId, kind: "receiver" }, { entries, context });
    if (!isSaved) return refuse("account-deactivated");
    return { receivers: entries.map(receiverView) };
  });
}

/** An invoice is paid once: saved, it could only ever be refused. */
function readReusable(text: string, network: AcceptedNetwork): TextReading {
  const reading = readReceiver(text, network);
  if (reading.kind === "refused") return { broken: receiverRule(reading.code) };
  const { kind, canonical } = reading.receiver;
  return kind === "bolt11" ? { broken: "single-use" } : { canonical };
}
