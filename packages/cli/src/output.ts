import { constants } from "node:os";
import { sentenceOf } from "./trouble.ts";

/**
 * Ends the program where nobody has what it says. Who wanted a part of it has left (`sanu audit export | head`): then it ends as
 * other programs do, by the signal that Node takes no notice of. A full disk is a failure, and is said.
 */
export function endWithoutOutput(program: NodeJS.Process): void {
  const { stdout, stderr } = program;
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") program.exit(128 + constants.signals.SIGPIPE);
    stderr.write(`sanu: its output cannot be written: ${sentenceOf(error)}\n`);
    program.exit(1);
  });
  // Nobody is left to tell: the work goes on, and its exit code says how it ended.
  stderr.on("error", () => undefined);
}
