export interface Progress {
  /** Shows a part as under way while the work runs, and then how it ended. Passes on result and error. */
  readonly during: <Result>(part: string, work: () => Promise<Result>) => Promise<Result>;
  /** Stops drawing; what was shown stays. */
  readonly close: () => void;
}

/** Where the display goes; `process.stderr` is one. */
export interface Screen {
  readonly isTTY?: boolean;
  readonly write: (text: string) => unknown;
}

interface Part {
  readonly name: string;
  readonly startedMs: number;
  state: "under way" | "ready" | "failed";
  endedMs: number;
}

const redrawMs = 120;
const marks = { "under way": "…", ready: "✓", failed: "✗" } as const;

/** Progress on a terminal is a block of lines that change; elsewhere one line for each part when it ends. */
export function showProgress(screen: Screen, now: () => number = Date.now): Progress {
  const parts: Part[] = [];
  const display = screen.isTTY ? blockOf(screen, parts, now) : linesOf(screen);
  return {
    during: async (name, work) => {
      const part: Part = { name, startedMs: now(), state: "under way", endedMs: 0 };
      parts.push(part);
      display.draw(part);
      try {
        const result = await work();
        part.state = "ready";
        return result;
      } catch (error) {
        part.state = "failed";
        throw error;
      } finally {
        part.endedMs = now();
        display.draw(part);
      }
    },
    close: display.close,
  };
}

interface Display {
  readonly draw: (changed: Part) => void;
  readonly close: () => void;
}

function linesOf(screen: Screen): Display {
  return {
    draw: (part) => {
      if (part.state !== "under way") screen.write(lineOf(part, part.endedMs));
    },
    close: () => undefined,
  };
}

function blockOf(screen: Screen, parts: readonly Part[], now: () => number): Display {
  let shownLines = 0;
  const draw = (): void => {
    const up = shownLines === 0 ? "" : `\u001b[${shownLines}A`;
    const lines = parts.map((part) => `\u001b[2K${lineOf(part, part.endedMs || now())}`);
    screen.write(up + lines.join(""));
    shownLines = parts.length;
  };
  const timer = setInterval(draw, redrawMs);
  timer.unref();
  return { draw, close: () => clearInterval(timer) };
}

function lineOf(part: Part, untilMs: number): string {
  const seconds = ((untilMs - part.startedMs) / 1_000).toFixed(1).padStart(6);
  return `  ${marks[part.state]} ${part.name.padEnd(14)} ${seconds} s\n`;
}
