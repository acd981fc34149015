import { memorySession } from "@sanu/client";
import { type ApiClient, clientOver, type Person } from "@sanu/testing";

/** The token of a new session. */
export async function logIn(
  api: Pick<ApiClient, "call">,
  { email, password }: Pick<Person, "email" | "password">,
): Promise<string> {
  const session = memorySession();
  await clientOver(api, session).logIn({ email, password });
  const { token = "" } = (await session.load()) ?? {};
  return token;
}
