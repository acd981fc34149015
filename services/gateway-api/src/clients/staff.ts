import {
  ChangeKycTierLimit,
  ChangeUser,
  GetUser,
  ListKycTiers,
  ListUsers,
  type RequestInput,
} from "@sanu/contracts";
import type { Asker, Call } from "./asker.ts";

export type StaffClient = ReturnType<typeof createStaffClient>;

export function createStaffClient(ask: Asker) {
  return {
    listUsers: (input: RequestInput<typeof ListUsers>, call: Call) => ask(ListUsers, input, call),
    getUser: (input: RequestInput<typeof GetUser>, call: Call) => ask(GetUser, input, call),
    changeUser: (input: RequestInput<typeof ChangeUser>, call: Call) =>
      ask(ChangeUser, input, call),
    listKycTiers: (call: Call) => ask(ListKycTiers, {}, call),
    changeKycTierLimit: (input: RequestInput<typeof ChangeKycTierLimit>, call: Call) =>
      ask(ChangeKycTierLimit, input, call),
  };
}
