import { type CountryCode, type RequestData, UpdateMe } from "@sanu/contracts";
import { type AccountId, unreachable } from "@sanu/kernel";
import { type CommandContext, handleRequest, refuse, type Statement } from "@sanu/platform";
import { readWhatsapp } from "@sanu/rails/whatsapp";
import { CompiledQuery } from "kysely";
import type { AccountDeps } from "../../account-deps.ts";
import { changeAccount } from "../../change-account.ts";
import { queueLimitedNotice } from "../../mail/queue-notice.ts";
import { findActive, findUser } from "../../projections/accounts/query.ts";

export interface UpdateMeDeps extends AccountDeps {
  readonly afterMailQueued: () => void;
}

/**
 * Changes what the owner may change of the own account. What is personal is changed in its table, not in the log. Of another country
 * or phone number she is told by mail: it takes her session alone.
 */
export const updateMe = (deps: UpdateMeDeps) =>
  handleRequest(UpdateMe, async (data, context) => {
    const { accountId, whatsapp: given } = data;
    const country = data.country ?? (given ? await countryOf(deps, accountId) : null);
    const whatsapp = typeof given === "string" ? readWhatsapp(given, country) : given;
    if (whatsapp === undefined && given !== undefined) {
      return refuse("validation-failed", undefined, { whatsapp: ["invalid-phone-number"] });
    }
    const before = await findUser(deps.tables, accountId);
    if (before === undefined) return refuse("not-found");
    const notice = queueLimitedNotice(accountId, "details-changed", deps.clock.now());
    const isOtherPhone = whatsapp !== undefined && whatsapp !== before.whatsapp;
    const contact = updateContact({ ...data, whatsapp });
    const changes = contact === undefined ? [] : [contact];
    const moved = await move(deps, context, { ...data, changes: [...changes, notice] });
    if (moved === "refused") return refuse("not-found");
    if (moved === "not-moved" && changes.length > 0) {
      await deps.database.pipelined([...changes, ...(isOtherPhone ? [notice] : [])]);
    }
    if (moved === "moved" || isOtherPhone) deps.afterMailQueued();
    const user = await findUser(deps.tables, accountId);
    return user === undefined ? refuse("not-found") : { user };
  });

async function countryOf(deps: AccountDeps, accountId: AccountId): Promise<CountryCode | null> {
  return (await findActive(deps.tables, accountId))?.country ?? null;
}

/** The country decides about money, so it is in the log; the rest of the change commits with it. */
async function move(
  deps: AccountDeps,
  context: CommandContext,
  {
    accountId,
    country,
    changes,
  }: Pick<RequestData<typeof UpdateMe>, "accountId" | "country"> & {
    readonly changes: readonly Statement[];
  },
): Promise<"moved" | "not-moved" | "refused"> {
  if (country === undefined) return "not-moved";
  const result = await changeAccount(deps.store, accountId, {
    command: { kind: "change-country", country, at: deps.clock.now() },
    context,
    writes: () => changes,
  });
  switch (result.kind) {
    case "accepted":
      return "moved";
    case "nothing-new":
      return "not-moved";
    case "refused":
      return "refused";
    case "constraint":
      throw new Error(`A change of the country broke ${result.constraint}`);
    default:
      return unreachable(result);
  }
}

function updateContact(
  data: Pick<RequestData<typeof UpdateMe>, "accountId" | "name" | "whatsapp" | "address">,
): Statement | undefined {
  const { accountId, name, whatsapp, address } = data;
  const changes = Object.entries({ name, whatsapp, address }).filter(
    ([, value]) => value !== undefined,
  );
  if (changes.length === 0) return undefined;
  const assignments = changes.map(([column], index) => `${column} = $${index + 2}`).join(", ");
  return CompiledQuery.raw(`update account_contacts set ${assignments} where account_id = $1`, [
    accountId,
    ...changes.map(([, value]) => value),
  ]);
}
