import type { ApiResponse, Person, World } from "@sanu/testing";
import { buy, createdOf, numberEndingIn } from "./buy.ts";
import { handIn } from "./hand-in.ts";
import { openCase } from "./open-case.ts";
import { approveByOther, type WaitingProposal } from "./staff.ts";

/** What waits for a second person, and the request by which she approves it. */
export interface Waiting {
  readonly path: string;
  readonly body: object;
}

interface MadeKey {
  readonly api_key: { readonly id: string };
  readonly proposal: WaitingProposal;
}

type Propose = () => Promise<Waiting>;

const reason = "for the table of two";
const key = {
  scopes: ["listUsers"],
  networks: ["203.0.113.0/24"],
  requests_per_minute: 60,
  expires_in_days: 30,
};

/** Each operation by which an admin proposes what takes two, by its id: what she proposes, and what then waits. */
export function actsOfTwo(
  world: World,
  [first, second]: readonly [string, string],
  { person, machine }: { readonly person: Person; readonly machine: Person },
): Readonly<Record<string, Propose>> {
  const call = (method: "GET" | "POST" | "PUT" | "PATCH", path: string, body: object = {}) =>
    world.api.call(method, `/api/v1/${path}`, {
      token: first,
      ...(method !== "GET" && { body: { reason, ...body } }),
    });
  const makeKey = () => call("POST", "api-keys", { user_id: machine.accountId, ...key });
  return {
    changeRates: async () => waitingOf(await call("PUT", "rates", { spread_sell: 160 })),
    changeAggregator: async () => {
      const disbursement = { priorities: { MTN_OPEN: 1 } };
      return waitingOf(await call("PATCH", "aggregators/sandbox", { disbursement }));
    },
    changeUser: async () =>
      waitingOf(await call("PATCH", `users/${person.accountId}`, { tier: 1 })),
    eraseUser: async () => {
      const { accountId } = await world.signUp();
      return waitingOf(await call("POST", `users/${accountId}/erase`));
    },
    changeKycTier: async () =>
      waitingOf(await call("PUT", "kyc/tiers/1", { monthly_limit: 600_000 })),
    createApiKey: async () => waitingOf(await makeKey()),
    rotateApiKey: async () => {
      const { api_key: made, proposal } = dataOf<MadeKey>(await makeKey());
      await approveByOther(world.api, [first, second], proposal);
      const rotation = { overlap_hours: 1, expires_in_days: 30 };
      return waitingOf(await call("POST", `api-keys/${made.id}/rotate`, rotation));
    },
    changeApiKey: async () => {
      const { api_key: made, proposal } = dataOf<MadeKey>(await makeKey());
      await approveByOther(world.api, [first, second], proposal);
      const raised = { requests_per_minute: key.requests_per_minute + 1 };
      return waitingOf(await call("PATCH", `api-keys/${made.id}`, raised));
    },
    approveKyc: async () => {
      await handIn(world, person.token);
      const queue = await call("GET", "kyc/submissions");
      const [submission] = queue.json<{ submissions: { id: string }[] }>().submissions;
      const path = `kyc/submissions/${submission?.id}/approve`;
      return waitingOf(await call("POST", path, { tier: 3 }));
    },
    proposeVerdict: async () => {
      const order = createdOf(await buy(world, person, { number: numberEndingIn("001") }));
      const path = `monitoring/cases/${await openCase(world, first, order)}`;
      const proposed = await call("POST", `${path}/propose`, {
        verdict: "never",
        evidence: reason,
      });
      const { proposal } = dataOf<{ case: { proposal: { id: string } } }>(proposed).case;
      return { path: `/api/v1/${path}/approve`, body: { proposal_id: proposal.id, reason } };
    },
  };
}

function waitingOf(response: ApiResponse): Waiting {
  const { proposal } = dataOf<{ proposal: WaitingProposal }>(response);
  const { id, content_sha256 } = proposal;
  return { path: `/api/v1/approvals/${id}/approve`, body: { content_sha256, reason } };
}

function dataOf<Data>(response: ApiResponse): Data {
  if (response.status >= 300) throw new Error(`${response.status} ${response.text}`);
  return response.json<{ data: Data }>().data;
}
