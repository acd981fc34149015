import { pino } from "pino";

/** Lines wait for others, but not for long, and not at the process's end: a system call for each costs a request more than its line. */
export const gatheringLimits = { lettersMin: 4_096, flushMs: 100 } as const;

/**
 * Writes to a file or its number, several lines at once. The library's own timer would write nothing ten times a second, for ever, in
 * another thread and with three wake-ups; ours begins with a line.
 */
export function openGatheredOutput(dest: number | string): ReturnType<typeof pino.destination> {
  const output = pino.destination({ dest, sync: false, minLength: gatheringLimits.lettersMin });
  const write = output.write.bind(output);
  let isFlushDue = false;
  const flush = (): void => {
    isFlushDue = false;
    output.flush();
  };
  output.write = (line) => {
    if (!isFlushDue) setTimeout(flush, gatheringLimits.flushMs).unref();
    isFlushDue = true;
    return write(line);
  };
  return output;
}
