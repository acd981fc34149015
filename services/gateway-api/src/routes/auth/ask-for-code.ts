import { RequestCode, type RequestInput } from "@sanu/contracts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { IdentityClient } from "../../clients/identity.ts";
import { refuse } from "../../plugins/problems.ts";
import { callOf, languageOf } from "../../plugins/request-context.ts";
import { accountMessages } from "./account-messages.ts";

/** What the routes that ask for a code can refuse besides what every route can: nothing, on purpose. */
export const codeRequestProblems = RequestCode.refusals;

/** Asks identity for a code and answers the same whatever becomes of it. */
export async function askForCode(
  identity: IdentityClient,
  input: RequestInput<typeof RequestCode>,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
) {
  const result = await identity.requestCode(input, callOf(request));
  if (result.kind !== "replied") return refuse(reply, result);
  return { success: true, message: accountMessages[input.reason][languageOf(request)] };
}
