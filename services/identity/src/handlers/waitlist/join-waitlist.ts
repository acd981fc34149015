import { createHmac } from "node:crypto";
import { JoinWaitlist, type ReplyInput, type RequestData, wordsIn } from "@sanu/contracts";
import type { Clock } from "@sanu/kernel";
import {
  assertAwaited,
  brokenConstraint,
  type Database,
  findKey,
  handleRequest,
  type IdempotencyScope,
  idempotencyConstraint,
  insertKey,
  type RequestContext,
  refuse,
  type Secret,
} from "@sanu/platform";
import { readWhatsapp } from "@sanu/rails/whatsapp";
import { canonicalEmail } from "../../contacts/canonical-email.ts";
import { lockApplicant } from "../../erasure/erase-applicant.ts";
import { enterWaitlist } from "./enter-waitlist.ts";
import { entryIdOf } from "./entry-id.ts";

export interface JoinWaitlistDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** Keeps the address out of the scope of its idempotency keys, and out of the id of its entry. */
  readonly otpPepper: () => Secret;
}

type Input = RequestData<typeof JoinWaitlist>;

/** What stands frozen under a client's key: the body that was sent, and whether the entry was new. */
const StoredResponse = JoinWaitlist.reply.omit({ replayed: true });
type StoredResponse = Omit<ReplyInput<typeof JoinWaitlist>, "replayed">;

/** Once; under one idempotency key the first response comes again. */
export const joinWaitlist = (deps: JoinWaitlistDeps) =>
  handleRequest(JoinWaitlist, async (request, context) => {
    const whatsapp =
      request.whatsapp === null ? null : readWhatsapp(request.whatsapp, request.country);
    if (whatsapp === undefined) {
      return refuse("validation-failed", undefined, { whatsapp: ["invalid-phone-number"] });
    }
    assertAwaited(context);
    const known = { ...request, email: canonicalEmail(request.email), whatsapp };
    const before = await findStoredResponse(deps, known);
    if (before !== undefined) return before;
    try {
      return { ...(await enter(deps, known, context)), replayed: false };
    } catch (error) {
      if (brokenConstraint(error) !== idempotencyConstraint) throw error;
      // A copy of this request was faster.
      const copy = await findStoredResponse(deps, known);
      if (copy === undefined) throw new Error("A key is in use and is not there", { cause: error });
      return copy;
    }
  });

function keyOf({ otpPepper }: JoinWaitlistDeps, request: Input): IdempotencyScope | undefined {
  if (request.idempotency === null) return undefined;
  const whose = createHmac("sha256", otpPepper().reveal()).update(`waitlist:${request.email}`);
  const scope = `${whose.digest("base64url")} POST /api/v1/waitlist/create`;
  return { scope, key: request.idempotency.key };
}

async function findStoredResponse(deps: JoinWaitlistDeps, request: Input) {
  const key = keyOf(deps, request);
  const used = key && (await findKey(deps.database, key));
  if (used === undefined) return undefined;
  if (used.response === null) throw new Error("A key of the waitlist has no response");
  if (used.bodyHash !== request.idempotency?.bodyHash) return refuse("idempotency-key-reused");
  return { ...StoredResponse.parse(JSON.parse(used.response)), replayed: true };
}

async function enter(
  deps: JoinWaitlistDeps,
  request: Input,
  context: RequestContext,
): Promise<StoredResponse> {
  const { email, name, whatsapp, country, language, idempotency } = request;
  const key = keyOf(deps, request);
  return deps.database.transaction(async (session) => {
    await session.query(lockApplicant(email));
    const entryId = entryIdOf(deps.otpPepper(), email);
    const entered = await enterWaitlist(session, {
      entryId,
      commandId: context.causationId,
      email,
      name,
      whatsapp,
      country,
      language,
      at: deps.clock.now(),
    });
    const frozen = { isNew: entered.isNew, responseJson: responseText(entryId, request) };
    if (key === undefined || idempotency === null) return frozen;
    const response = JSON.stringify(frozen);
    const record = { bodyHash: idempotency.bodyHash, recordId: entered.entryId, response };
    await session.query(insertKey({ ...key, ...record }));
    return frozen;
  });
}

function responseText(entryId: string, { email, language }: Input): string {
  const data = { entry: { id: entryId, email } };
  return JSON.stringify({ success: true, message: wordsIn(language).account.waitlisted, data });
}
