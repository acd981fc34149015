import { type ApiResponse, eventually, type Person, type World } from "@sanu/testing";

/** Lets a person erase herself. Asks until it is decided: a busy machine may need longer than one request waits. */
export function erase(
  world: Pick<World, "api">,
  { token, password }: Pick<Person, "token" | "password">,
): Promise<ApiResponse> {
  return eventually("the erasure is decided", async () => {
    const response = await world.api.call("POST", "/api/v1/auth/erase", {
      token,
      body: { password },
    });
    return !response.text.includes('"erased":false') && response;
  });
}
