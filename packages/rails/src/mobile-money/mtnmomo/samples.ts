import { emptyResponse, key, response } from "../../http/samples.ts";

export const name = { key, currency: "XOF" };

/** Shapes of momodeveloper.mtn.com/api-documentation; values of our own. */
export const requestToPay = {
  financialTransactionId: "363440463",
  externalId: key,
  amount: "5000",
  currency: "XOF",
  payer: { partyIdType: "MSISDN", partyId: "2290196000001" },
  payerMessage: "PAY_1",
  payeeNote: "PAY_1",
  status: "SUCCESSFUL",
};

const { payer: payee, ...rest } = requestToPay;
export const transfer = { ...rest, payee };

export const pending = { ...requestToPay, financialTransactionId: undefined, status: "PENDING" };

export const shown = (movement: object) => response(200, movement);
/** A reason is a code alone on some pages and has a message on others. */
export const failed = (movement: object, code: string) =>
  shown({ ...movement, status: "FAILED", reason: code });
export const failedWithMessage = (movement: object, code: string) =>
  shown({ ...movement, status: "FAILED", reason: { code, message: "for developers" } });

export const taken = emptyResponse(202);
export const refused = (code: string, status = 400) =>
  response(status, { code, message: "for developers" });
export const alreadyThere = refused("RESOURCE_ALREADY_EXIST", 409);
export const notFound = refused("RESOURCE_NOT_FOUND", 404);
