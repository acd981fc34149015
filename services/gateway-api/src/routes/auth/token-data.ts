import type { UserView } from "@sanu/contracts";

/** What login and refresh answer of a token, under both of its names. */
export function tokenData(issued: {
  readonly token: string;
  readonly expiresInSeconds: number;
  readonly user: UserView;
}) {
  const { token, expiresInSeconds, user } = issued;
  return {
    token,
    access_token: token,
    token_type: "Bearer",
    expires_in: expiresInSeconds,
    user,
  } as const;
}
