import { startSharedSanu } from "../e2e/start-world.ts";
import { attackConnections } from "./connections.ts";
import { fuzzOperations } from "./fuzz/fuzz-operations.ts";
import { attackThrottles } from "./throttles.ts";
import { attackTokens } from "./tokens.ts";
import { attackWire } from "./wire.ts";

// Tries deploy/runbooks/attack.md.
const attackedSettings = {
  LOGIN_FAILURES_PER_SOURCE_AND_HOUR: "3",
  LOGIN_FAILURES_PER_HOUR: "5",
  GATEWAY_CONNECTIONS_PER_ADDRESS_MAX: "24",
  OPEN_TRANSACTIONS_MAX: "100",
};

const world = await startSharedSanu({ settings: attackedSettings });

attackWire(world);
attackConnections(world);
attackTokens(world);
attackThrottles(world);
await fuzzOperations(world);
