import { type Language, UserView, userIn } from "@sanu/contracts";
import { z } from "zod";
import { messageBody } from "../../openapi/responses.ts";

/** A bearer token under both of its names, and whose it is. */
export const tokenBody = {
  ...messageBody,
  data: z.object({
    token: z.string(),
    access_token: z.string(),
    token_type: z.literal("Bearer"),
    expires_in: z.int(),
    user: UserView,
  }),
};

export function tokenResponse(
  language: Language,
  message: string,
  issued: {
    readonly token: string;
    readonly expiresInSeconds: number;
    readonly user: UserView;
  },
) {
  const { token, expiresInSeconds, user } = issued;
  const type = { token_type: "Bearer" as const, expires_in: expiresInSeconds };
  return { message, data: { token, access_token: token, ...type, user: userIn(language, user) } };
}
