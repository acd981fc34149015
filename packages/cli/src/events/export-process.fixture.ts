import { namespace } from "@sanu/contracts";
import { connectNats } from "@sanu/platform";
import { exportEvents } from "./export/export-events.ts";
import { streamReader } from "./read/fact-reader.ts";

/** One export in a process that can be killed; says when it begins, and each batch that it has read. */
const [folder = "", blockFacts = "", format = "jsonl"] = process.argv.slice(2);
const { SANU_TEST_NATS_URL: url = "", NATS_NAMESPACE: space = "" } = process.env;
const messaging = await connectNats({ url, name: "export", namespace: namespace(space) });
process.stdout.write("begins\n");
await exportEvents({
  folder,
  encoding: { format: format === "parquet" ? "parquet" : "jsonl", compression: "zstd" },
  selection: {},
  blockFacts: Number(blockFacts),
  readers: [streamReader(messaging, "transactions")],
});
process.stdout.write(`ends ${process.resourceUsage().maxRSS}\n`);
await messaging.close();
