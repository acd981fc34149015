import type { World } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { approveByOther, hireAdmin, type WaitingProposal } from "./staff.ts";

/** A key of a service for some operations; where it takes two, it is proposed by one of the staff and approved by another. */
export async function clientKey(world: World, scopes: readonly string[]): Promise<string> {
  const [first, second] = [await hireAdmin(world), await hireAdmin(world)];
  const { accountId } = await world.signUp();
  const asService =
    "update accounts set roles = array['service_client','user'] where account_id = $1";
  await world.databases.identity.query(CompiledQuery.raw(asService, [accountId]));
  const made = await world.api.call("POST", "/api/v1/api-keys", {
    token: first.token,
    body: {
      user_id: accountId,
      scopes,
      networks: ["127.0.0.1", "::1"],
      requests_per_minute: 120,
      expires_in_days: 1,
      reason: "for the examples",
    },
  });
  const { data } = made.json<{ data: { key: string; proposal: WaitingProposal | null } }>();
  if (data.proposal) await approveByOther(world.api, [first.token, second.token], data.proposal);
  return data.key;
}
