import { type ApiAnswer, eventually, type Person, type World } from "@sanu/testing";

/** Lets a person erase herself. Asks until it is decided: a busy machine may need longer than one request waits. */
export function erase(
  world: Pick<World, "api">,
  { token, password }: Pick<Person, "token" | "password">,
): Promise<ApiAnswer> {
  return eventually("the erasure is decided", async () => {
    const answer = await world.api.call("POST", "/api/v1/auth/erase", {
      token,
      body: { password },
    });
    return !answer.text.includes('"erased":false') && answer;
  });
}
