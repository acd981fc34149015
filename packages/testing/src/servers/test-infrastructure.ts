import { ensureTestServers, type TestServers } from "@sanu/local-stack";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The servers of a test run. `TEST_INFRA=containers` takes them from a container engine; otherwise, or with
 * `TEST_INFRA=local`, they are those that `DATABASE_URL` and `NATS_URL` name, else servers of this run's own.
 */
export async function openTestServers(env: Environment = process.env): Promise<TestServers> {
  switch (env["TEST_INFRA"] || "local") {
    case "local":
      return ensureTestServers(env);
    case "containers": {
      // Loaded only when asked for: it is large, and nobody else needs a container engine.
      const { startContainerServers } = await import("./container-servers.ts");
      return startContainerServers();
    }
    default:
      throw new Error(`TEST_INFRA must be local or containers, not ${env["TEST_INFRA"]}`);
  }
}
