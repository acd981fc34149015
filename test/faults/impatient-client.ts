import type { ApiClient } from "@sanu/testing";

/** A client that does not wait for ever: a call that takes longer counts as a connection that broke. */
export function impatientClient(client: ApiClient, patienceMs: number): ApiClient {
  return {
    ...client,
    call(...args) {
      const { promise, resolve, reject } =
        Promise.withResolvers<Awaited<ReturnType<ApiClient["call"]>>>();
      const timer = setTimeout(() => reject(new Error("Nobody answered in time")), patienceMs);
      client
        .call(...args)
        .then(resolve, reject)
        .finally(() => clearTimeout(timer));
      return promise;
    },
  };
}
