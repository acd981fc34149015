import { runStart } from "./run-start.ts";
import { nextStopRequest } from "./stop-request.ts";

// A reader that went away, for example `npm start | head`, is no reason to leave servers running unstopped.
process.stdout.on("error", () => undefined);
process.stderr.on("error", () => undefined);

const code = await runStart(process.argv.slice(2), {
  out: process.stdout,
  screen: process.stderr,
  stopRequested: nextStopRequest(),
});
process.exit(code);
