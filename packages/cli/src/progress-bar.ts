const barLimits = { width: 30, everyMs: 100, plainEveryMs: 5_000 } as const;

export interface Progress {
  /** What is done now; `done` ends the line. */
  readonly step: string;
  readonly eventsRead: number;
  readonly eventsTotal: number;
  /** What is counted, where it is not events. */
  readonly unit?: string;
}

export interface BarOutput {
  readonly write: (text: string) => unknown;
  readonly isTTY?: boolean;
}

/** A bar on one line of a terminal; a line now and then where nobody sees it move. */
export function progressBar(
  name: string,
  output: BarOutput,
  nowMs: () => number,
): (progress: Progress) => void {
  const isLive = output.isTTY === true;
  const startedAt = nowMs();
  let shownAt = Number.NEGATIVE_INFINITY;
  let shownStep: string | undefined;
  return (progress) => {
    const everyMs = isLive ? barLimits.everyMs : barLimits.plainEveryMs;
    if (progress.step === shownStep && nowMs() - shownAt < everyMs) return;
    shownAt = nowMs();
    shownStep = progress.step;
    const line = lineOf(name, progress, (nowMs() - startedAt) / 1_000);
    const end = isLive && progress.step !== "done" ? "" : "\n";
    output.write(`${isLive ? "\r\u001B[K" : ""}${line}${end}`);
  };
}

function lineOf(name: string, progress: Progress, seconds: number): string {
  const { step, eventsRead, eventsTotal, unit = "events" } = progress;
  const share = eventsTotal === 0 ? 1 : Math.min(1, eventsRead / eventsTotal);
  const filled = Math.round(share * barLimits.width);
  const bar = "#".repeat(filled) + "-".repeat(barLimits.width - filled);
  const rate = seconds === 0 ? 0 : Math.round(eventsRead / seconds);
  const says = `${name} [${bar}] ${Math.floor(share * 100)} % ${step}, ${eventsRead} ${unit}, ${rate}/s`;
  if (step === "done" || rate === 0) return says;
  return `${says}, ${Math.ceil(Math.max(0, eventsTotal - eventsRead) / rate)} s left`;
}
