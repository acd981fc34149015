import {
  AddKycPiece,
  BeginKyc,
  DecideKyc,
  DropKyc,
  GetKyc,
  GetKycPiece,
  GetKycSubmission,
  ListKycSubmissions,
  type RequestInput,
  SubmitKyc,
} from "@sanu/contracts";
import type { Call, RequestClient } from "./request-client.ts";

export type KycClient = ReturnType<typeof createKycClient>;

/** What identity answers about the documents that prove who people are. */
export function createKycClient(request: RequestClient) {
  return {
    getKyc: (input: RequestInput<typeof GetKyc>, call: Call) => request(GetKyc, input, call),
    begin: (input: RequestInput<typeof BeginKyc>, call: Call) => request(BeginKyc, input, call),
    addPiece: (input: RequestInput<typeof AddKycPiece>, call: Call) =>
      request(AddKycPiece, input, call),
    submit: (input: RequestInput<typeof SubmitKyc>, call: Call) => request(SubmitKyc, input, call),
    drop: (input: RequestInput<typeof DropKyc>, call: Call) => request(DropKyc, input, call),
    listSubmissions: (input: RequestInput<typeof ListKycSubmissions>, call: Call) =>
      request(ListKycSubmissions, input, call),
    getSubmission: (input: RequestInput<typeof GetKycSubmission>, call: Call) =>
      request(GetKycSubmission, input, call),
    getPiece: (input: RequestInput<typeof GetKycPiece>, call: Call) =>
      request(GetKycPiece, input, call),
    decide: (input: RequestInput<typeof DecideKyc>, call: Call) => request(DecideKyc, input, call),
  };
}
