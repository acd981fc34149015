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
import type { Asker, Call } from "./asker.ts";

export type KycClient = ReturnType<typeof createKycClient>;

/** What identity answers about the documents that prove who people are. */
export function createKycClient(ask: Asker) {
  return {
    getKyc: (input: RequestInput<typeof GetKyc>, call: Call) => ask(GetKyc, input, call),
    begin: (input: RequestInput<typeof BeginKyc>, call: Call) => ask(BeginKyc, input, call),
    addPiece: (input: RequestInput<typeof AddKycPiece>, call: Call) =>
      ask(AddKycPiece, input, call),
    submit: (input: RequestInput<typeof SubmitKyc>, call: Call) => ask(SubmitKyc, input, call),
    drop: (input: RequestInput<typeof DropKyc>, call: Call) => ask(DropKyc, input, call),
    listSubmissions: (input: RequestInput<typeof ListKycSubmissions>, call: Call) =>
      ask(ListKycSubmissions, input, call),
    getSubmission: (input: RequestInput<typeof GetKycSubmission>, call: Call) =>
      ask(GetKycSubmission, input, call),
    getPiece: (input: RequestInput<typeof GetKycPiece>, call: Call) =>
      ask(GetKycPiece, input, call),
    decide: (input: RequestInput<typeof DecideKyc>, call: Call) => ask(DecideKyc, input, call),
  };
}
