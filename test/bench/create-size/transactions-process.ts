// Transactions alone, as it runs, for the bench that asks it by NATS.
import { compose, readTransactionsConfig } from "@sanu/transactions";
import { sayReady } from "../floors/launch.ts";

const service = await compose(readTransactionsConfig(process.env));
await service.start();
sayReady();
