import type { AccountId } from "@sanu/kernel";
import { z } from "zod";
import { requestsOf } from "../request.ts";
import { InstantText, idOf } from "../texts.ts";
import { Revocation } from "./revocations.ts";
import { UserView } from "./views.ts";

const request = requestsOf("identity");
const uuid = idOf<string>();

/** Replaces a token by a new one of 60 minutes; the same one when it was replaced before. */
export const RefreshToken = request("refresh-token", {
  request: z.object({ accountId: idOf<AccountId>(), sessionId: uuid, tokenId: uuid }),
  reply: z.object({ token: z.string(), expiresInSeconds: z.int(), user: UserView }),
  refusals: ["unauthenticated"],
});

export const LogOut = request("log-out", {
  request: z.object({ sessionId: uuid }),
  reply: z.object({}),
});

/** A gateway saw a token for the first time: the token that it replaced ends a minute later. */
export const RecordTokenUse = request("record-token-use", {
  request: z.object({ tokenId: uuid }),
  reply: z.object({}),
});

/** Is this token of this session still good? For a gateway that hears no beat. */
export const CheckSession = request("check-session", {
  request: z.object({ sessionId: uuid, tokenId: uuid }),
  reply: z.object({ isLive: z.boolean() }),
});

/**
 * The revocations behind a place in the sequence that still matter. `isWhole` is false when there are more behind
 * the answer's own `sequence`, which otherwise is the newest there is: below `afterSequence` where a database was put
 * back to an earlier moment.
 */
export const ListRevocations = request("list-revocations", {
  request: z.object({ afterSequence: z.int().min(0) }),
  reply: z.object({
    sequence: z.int().min(0),
    isWhole: z.boolean(),
    revocations: z.array(Revocation).readonly(),
    at: InstantText.optional(),
  }),
});

/** What one request may report. */
export const reportedRevocationsMax = 500;

/** A gateway knows revocations that identity may have lost, because its database was put back to an earlier moment. */
export const ReportRevocations = request("report-revocations", {
  request: z.object({ revocations: z.array(Revocation).max(reportedRevocationsMax).readonly() }),
  reply: z.object({}),
});

export const sessionRequests = [
  RefreshToken,
  LogOut,
  RecordTokenUse,
  CheckSession,
  ListRevocations,
  ReportRevocations,
] as const;
