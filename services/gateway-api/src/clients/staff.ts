import {
  ChangeKycTierLimit,
  ChangeUser,
  GetUser,
  ListKycTiers,
  ListUsers,
  type RequestInput,
} from "@sanu/contracts";
import type { Call, RequestClient } from "./request-client.ts";

export type StaffClient = ReturnType<typeof createStaffClient>;

export function createStaffClient(request: RequestClient) {
  return {
    listUsers: (input: RequestInput<typeof ListUsers>, call: Call) =>
      request(ListUsers, input, call),
    getUser: (input: RequestInput<typeof GetUser>, call: Call) => request(GetUser, input, call),
    changeUser: (input: RequestInput<typeof ChangeUser>, call: Call) =>
      request(ChangeUser, input, call),
    listKycTiers: (call: Call) => request(ListKycTiers, {}, call),
    changeKycTierLimit: (input: RequestInput<typeof ChangeKycTierLimit>, call: Call) =>
      request(ChangeKycTierLimit, input, call),
  };
}
