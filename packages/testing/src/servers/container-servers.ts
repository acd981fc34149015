import { randomBytes } from "node:crypto";
import { silentClientLines, type TestServers } from "@sanu/local-stack";
import { GenericContainer, type StartedTestContainer, Wait } from "testcontainers";

/** The same images as in docker-compose.yml. */
const images = { postgres: "postgres:18", nats: "nats:2.14-alpine" } as const;

const containerLimits = {
  /** Long enough to make a database cluster on a busy machine; not to fetch an image. */
  startTimeoutMs: 120_000,
  checkIntervalMs: 500,
  checkTimeoutMs: 3_000,
  checksMax: 120,
  /** Every test file has databases and pools of its own. */
  connectionsMax: 300,
} as const;

/** A Postgres and a NATS for a test run, in containers. Throws where no container engine answers. */
export async function startContainerServers(): Promise<TestServers> {
  const starts = [startPostgres(), startNats()] as const;
  const ended = await Promise.allSettled(starts);
  const stop = async (): Promise<void> => {
    const running = ended.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
    await Promise.all(running.map(({ container }) => container.stop()));
  };
  try {
    const [postgres, nats] = await Promise.all(starts);
    return { databaseUrl: postgres.url, natsUrl: nats.url, keepsDatabases: false, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface StartedServer {
  readonly container: StartedTestContainer;
  readonly url: string;
}

async function startPostgres(): Promise<StartedServer> {
  const mostConnections = `max_connections=${containerLimits.connectionsMax}`;
  const password = randomBytes(24).toString("base64url");
  const container = await new GenericContainer(images.postgres)
    .withEnvironment({ POSTGRES_PASSWORD: password })
    .withCommand(["postgres", "-c", "listen_addresses=*", "-c", mostConnections])
    .withExposedPorts(5_432)
    .withHealthCheck({
      // Over TCP: while the cluster is made, the server listens on its socket alone.
      test: ["CMD", "pg_isready", "--quiet", "--host=127.0.0.1", "--username=postgres"],
      interval: containerLimits.checkIntervalMs,
      timeout: containerLimits.checkTimeoutMs,
      retries: containerLimits.checksMax,
    })
    .withWaitStrategy(Wait.forHealthCheck())
    .withStartupTimeout(containerLimits.startTimeoutMs)
    .start();
  const place = `${container.getHost()}:${container.getMappedPort(5_432)}`;
  return { container, url: `postgres://postgres:${password}@${place}/postgres` };
}

const natsFile = "/etc/sanu/nats.conf";
const natsText = [...silentClientLines, "jetstream { store_dir: /data }", ""].join("\n");

async function startNats(): Promise<StartedServer> {
  const container = await new GenericContainer(images.nats)
    .withCopyContentToContainer([{ content: natsText, target: natsFile }])
    .withCommand(["nats-server", "--config", natsFile])
    .withExposedPorts(4_222)
    .withWaitStrategy(Wait.forLogMessage("Server is ready"))
    .withStartupTimeout(containerLimits.startTimeoutMs)
    .start();
  return { container, url: `nats://${container.getHost()}:${container.getMappedPort(4_222)}` };
}
