import type { ApiClient, Person } from "@sanu/testing";

/** The token of a new session. */
export async function logIn(
  api: Pick<ApiClient, "call">,
  { email, password }: Pick<Person, "email" | "password">,
): Promise<string> {
  const response = await api.call("POST", "/api/v1/auth/login", { body: { email, password } });
  if (response.status !== 200) throw new Error(`login: ${response.status} ${response.text}`);
  return response.json<{ data: { token: string } }>().data.token;
}
