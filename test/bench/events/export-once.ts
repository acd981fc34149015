import { rmSync } from "node:fs";
import { exportEvents, streamReader } from "@sanu/cli";
import { namespace } from "@sanu/contracts";
import { connectNats } from "@sanu/platform";

/** One export in a process of its own; prints the most memory that it took, in KB. */
const [url = "", space = "", folder = "", format = ""] = process.argv.slice(2);
const messaging = await connectNats({ url, name: "bench", namespace: namespace(space) });
await exportEvents({
  folder,
  encoding: { format: format === "parquet" ? "parquet" : "jsonl", compression: "none" },
  selection: {},
  readers: [streamReader(messaging, "transactions")],
});
await messaging.close();
rmSync(folder, { recursive: true, force: true });
process.stdout.write(String(process.resourceUsage().maxRSS));
