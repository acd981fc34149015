import { SaveNumbers } from "@sanu/contracts";
import { handleRequest, type RequestHandler, refuse } from "@sanu/platform";
import { readPhone } from "@sanu/rails";
import { phoneRule } from "../orders/destination-rules.ts";
import { readEntries, type TextReading } from "../wallet/read-entries.ts";
import { type SaveListDeps, saveList } from "../wallet/save-list.ts";
import { numberView } from "../wallet/wallet-views.ts";

const names = { list: "numbers", text: "number" } as const;

/** Saves the numbers that a person pays from or is paid to, the whole list at once. */
export function saveNumbers(deps: SaveListDeps): RequestHandler {
  return handleRequest(SaveNumbers, async ({ accountId, country, numbers }, context) => {
    const written = numbers.map(({ number: text, ...rest }) => ({ ...rest, text }));
    const reading = readEntries(written, names, (text) => readNumber(text, country));
    if (reading.kind === "broken") return refuse("validation-failed", undefined, reading.fields);
    const { entries } = reading;
    const isSaved = await saveList(deps, { accountId, kind: "number" }, { entries, context });
    if (!isSaved) return refuse("account-deactivated");
    return { numbers: entries.map(numberView) };
  });
}

function readNumber(text: string, country: string | null): TextReading {
  const trimmed = text.trim();
  const reading = readPhone(trimmed, country);
  return reading.kind === "phone"
    ? { canonical: reading.phone.e164 }
    : { broken: phoneRule(trimmed, reading.code) };
}
