import { randomUUID } from "node:crypto";
import { type ApiResponse, eventually, type ReadyStaff, readyStaff } from "@sanu/testing";
import type { FaultSystem } from "./system.ts";

/** What late answers may say to who decides: the case is closed, or decided, or its proposal is another one. */
const overtaken = ["case-closed", "case-decided", "proposal-not-open"];

interface ShownCase {
  readonly id: string;
  readonly kind: string;
  readonly amount_xof: string | null;
  readonly amount_satoshi: string | null;
}

/** Two admins who decide about unknown outcomes over the public API. */
export interface Staff {
  /** The open case about an unknown leg of a transaction; waits for it. */
  readonly caseOf: (transactionId: string) => Promise<ShownCase>;
  /** Returns the proposal's id; `undefined` where the case is over. */
  readonly propose: (
    about: ShownCase,
    verdict: "arrived" | "never",
    reference: string,
  ) => Promise<string | undefined>;
  readonly withdraw: (about: ShownCase, proposal: string | undefined) => Promise<void>;
  readonly approve: (about: ShownCase, proposal: string | undefined) => Promise<void>;
}

export async function hireTwo(system: FaultSystem): Promise<Staff> {
  const { api } = system;
  const [ama, kofi] = [await makeAdmin(system), await makeAdmin(system)];
  const act = async (
    who: ReadyStaff,
    path: string,
    body: object,
  ): Promise<ApiResponse | undefined> => {
    const { token, stepUp } = who;
    const response = await api.call("POST", `/api/v1/monitoring/cases/${path}`, { token, body });
    if (response.status === 200) return response;
    const { code } = response.json<{ code: string }>();
    if (code === "step-up-required") {
      await stepUp();
      return act(who, path, body);
    }
    if (!overtaken.includes(code)) throw new Error(`${path}: ${response.status} ${response.text}`);
    return undefined;
  };
  return {
    caseOf: (transactionId) =>
      eventually("the staff is asked", async () => {
        const path = `/api/v1/monitoring/cases?transaction=${transactionId}&kind=outcome-unknown`;
        const response = await api.call("GET", path, { token: ama.token });
        return response.json<{ cases: readonly ShownCase[] }>().cases[0];
      }),
    async propose({ id, amount_xof: xof, amount_satoshi: sats }, verdict, reference) {
      const amount =
        xof === null ? { amount_satoshi: wholeOf(sats) } : { amount_xof: wholeOf(xof) };
      const arrived = verdict === "arrived" ? { provider_reference: reference, ...amount } : {};
      const body = { verdict, ...arrived, evidence: "the provider's desk, on the phone" };
      const response = await act(ama, `${id}/propose`, body);
      return response?.json<Proposed>().data.case.proposal?.id;
    },
    async withdraw({ id }, proposal) {
      if (proposal !== undefined) await act(ama, `${id}/withdraw`, { proposal_id: proposal });
    },
    async approve({ id }, proposal) {
      if (proposal !== undefined) {
        const body = { proposal_id: proposal, reason: "read the same statement" };
        await act(kofi, `${id}/approve`, body);
      }
    },
  };
}

interface Proposed {
  readonly data: { readonly case: { readonly proposal: { readonly id: string } | null } };
}

function wholeOf(text: string | null): number {
  return Number.parseInt(text ?? "", 10);
}

async function makeAdmin({ api, makeAdmin: make }: FaultSystem): Promise<ReadyStaff> {
  const account = { email: `staff-${randomUUID()}@example.org`, password: "a long password" };
  await make(account);
  return readyStaff(api, account);
}
