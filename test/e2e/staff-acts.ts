import { newId } from "@sanu/kernel";
import type { ApiClient } from "@sanu/testing";

export interface StaffAct {
  readonly access: "staff" | "admins";
  readonly act: "own" | "look" | "act" | "money";
  /** A good one, so that nothing but its access is refused. */
  readonly body?: object;
}

const reason = "for the table";
const look: StaffAct = { access: "staff", act: "look" };
const own: StaffAct = { access: "staff", act: "own" };
const adminMoney = (body: object): StaffAct => ({ access: "admins", act: "money", body });
const staffMoney = (body: object): StaffAct => ({ access: "staff", act: "money", body });

/** What only the staff does, and which kind it is: written down a second time, beside the code. */
export const staffActs: Readonly<Record<string, StaffAct>> = {
  listSecondFactors: own,
  beginTotp: { ...own, body: { password: "long enough" } },
  confirmTotp: { ...own, body: { id: newId(), code: "123456" } },
  beginPasskey: { ...own, body: { password: "long enough" } },
  finishPasskey: {
    ...own,
    body: {
      credential: {
        id: "AA",
        rawId: "AA",
        type: "public-key",
        response: { clientDataJSON: "AA", attestationObject: "AA" },
      },
    },
  },
  removeSecondFactor: own,
  renewRecoveryCodes: own,
  beginStepUp: own,
  stepUp: { ...own, body: { code: "123456" } },
  listApiKeys: { access: "admins", act: "look" },
  createApiKey: adminMoney({
    user_id: newId(),
    scopes: ["listUsers"],
    networks: ["203.0.113.0/24"],
    requests_per_minute: 60,
    expires_in_days: 30,
    reason,
  }),
  rotateApiKey: adminMoney({ overlap_hours: 1, expires_in_days: 30, reason }),
  changeApiKey: adminMoney({ requests_per_minute: 1, reason }),
  revokeApiKey: { access: "admins", act: "act", body: { reason } },
  changeKycTier: adminMoney({ monthly_limit: 1_000_000, reason }),
  listKycSubmissions: look,
  getKycSubmission: look,
  getKycDocument: look,
  approveKyc: staffMoney({ reason }),
  rejectKyc: staffMoney({ reason }),
  listUsers: look,
  getUser: look,
  changeUser: adminMoney({ tier: 1, reason }),
  eraseUser: adminMoney({ reason }),
  listWaitlist: { access: "admins", act: "look" },
  changeRates: adminMoney({ spread_buy: 100, reason }),
  listMonitored: look,
  getMonitored: look,
  listMonitoredOrders: look,
  getTreasury: look,
  listAggregators: { access: "admins", act: "look" },
  changeAggregator: adminMoney({ collection: { is_enabled: false }, reason }),
  resolveReview: adminMoney({ resolution: "close", reason }),
  listCases: look,
  getCase: look,
  proposeVerdict: adminMoney({ verdict: "never", evidence: reason }),
  approveVerdict: adminMoney({ proposal_id: newId(), reason }),
  withdrawProposal: { access: "admins", act: "act", body: { proposal_id: newId() } },
  listApprovals: look,
  getApproval: look,
  // Of a price: who may decide a proposal is who may make it.
  approveProposal: adminMoney({ content_sha256: "0".repeat(64), reason }),
  rejectProposal: adminMoney({ reason }),
  withdrawOwnProposal: adminMoney({ reason }),
};

interface Operation {
  readonly method: "GET" | "POST" | "PATCH" | "PUT";
  readonly path: string;
  readonly isPublic: boolean;
  readonly isOfStaff: boolean;
}

interface Document {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly operationId: string;
            readonly security?: unknown;
            readonly "x-roles"?: readonly string[];
          }
        >
      >
    >
  >;
}

/** Every operation that the API's own document names, by its id. */
export async function operationsOf(api: ApiClient): Promise<ReadonlyMap<string, Operation>> {
  const { paths } = (await api.call("GET", "/openapi.json")).json<Document>();
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([name, { operationId, security, "x-roles": roles }]) => {
        const method = name.toUpperCase() as Operation["method"];
        const isOfStaff = roles?.includes("user") === false;
        const isPublic = security === undefined;
        return [operationId, { method, path, isPublic, isOfStaff }] as const;
      }),
    ),
  );
}
