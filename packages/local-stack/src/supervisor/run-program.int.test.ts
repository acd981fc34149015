import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findFreePort } from "../processes/free-port.ts";
import { findProcessMark } from "../processes/process-mark.ts";
import type { Program } from "./program.ts";
import { runJob } from "./run-job.ts";
import { runProgram, type SupervisedProgram } from "./run-program.ts";

let folder: string;
let started: SupervisedProgram | undefined;
const launched: number[] = [];

/** A program that becomes ready a little later and stops when asked. */
const readySoon = `
  import { createServer } from "node:http";
  const readyAt: number = Date.now() + 200;
  const server = createServer((_, response) => {
    response.statusCode = Date.now() < readyAt ? 503 : 200;
    response.end(process.env["GREETING"]);
  }).listen(Number(process.env["PORT"]), "127.0.0.1");
  process.on("SIGTERM", () => { console.log("stopping well"); server.close(() => process.exit(0)); server.closeAllConnections(); });
  console.log("listening");`;

async function programOf(text: string): Promise<Program> {
  const port = await findFreePort();
  const file = join(folder, "main.ts");
  writeFileSync(file, text);
  const env = { PORT: String(port), GREETING: "good day" };
  return { name: "example", file, env, readyUrl: `http://127.0.0.1:${port}/readyz` };
}

async function start(program: Program): Promise<SupervisedProgram> {
  started = await runProgram(program, {
    logsDir: folder,
    onLaunch: (pid) => launched.push(pid),
  });
  return started;
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sanu-supervisor-"));
  launched.length = 0;
});

afterEach(async () => {
  await started?.kill();
  started = undefined;
  rmSync(folder, { recursive: true, force: true });
});

describe("a supervised program", () => {
  it("is handed over when it is ready, and writes its own log", async () => {
    const program = await programOf(readySoon);
    const running = await start(program);

    const response = await fetch(program.readyUrl);

    expect([response.status, await response.text()]).toEqual([200, "good day"]);
    expect(readFileSync(running.logFile, "utf8")).toBe("listening\n");
  });

  it("stops in order when asked", async () => {
    const running = await start(await programOf(readySoon));

    const exit = await running.stop();

    expect(exit).toEqual({ code: 0, signal: null });
    expect(running.logTail()).toBe("listening\nstopping well");
    expect(() => running.pid()).toThrow("example is not running");
  });

  it("is ready again after a kill and a restart", async () => {
    const program = await programOf(readySoon);
    const running = await start(program);

    const exit = await running.kill();
    await running.restart();

    expect(exit).toEqual({ code: null, signal: "SIGKILL" });
    expect((await fetch(program.readyUrl)).status).toBe(200);
    expect(launched).toHaveLength(2);
    expect(running.pid()).toBe(launched[1]);
  });

  it("is stopped in order before it is started again", async () => {
    const running = await start(await programOf(readySoon));

    await running.restart();

    expect(findProcessMark(launched[0] ?? 0)).toBeUndefined();
    expect(readFileSync(running.logFile, "utf8")).toBe("listening\nstopping well\nlistening\n");
  });

  it("tells its last words when it dies before it is ready", async () => {
    const program = await programOf(`console.log("no database"); process.exit(3);`);

    await expect(start(program)).rejects.toThrow(/example ended with 3 .*\nno database/s);
  });

  it("is not left running when nobody waits for it any more", async () => {
    const program = await programOf(`setInterval(() => undefined, 1_000);`);
    const aborting = new AbortController();
    const starting = runProgram(program, {
      logsDir: folder,
      onLaunch: (pid) => launched.push(pid),
      signal: aborting.signal,
    });
    setTimeout(() => aborting.abort(), 200);

    await expect(starting).rejects.toThrow("example was given up");
    expect(findProcessMark(launched[0] ?? 0)).toBeUndefined();
  });
});

describe("a job", () => {
  it("ends well, or with its last words as the reason", async () => {
    const file = join(folder, "job.ts");
    writeFileSync(file, `console.log(process.argv[2]); process.exit(Number(process.argv[2]));`);
    const job = { name: "job", file, env: {}, logFile: join(folder, "job.log") };

    await expect(runJob({ ...job, args: ["0"] })).resolves.toBeUndefined();
    await expect(runJob({ ...job, args: ["4"] })).rejects.toThrow(
      /^job ended with 4\. Its last words:\n4$/,
    );
  });
});
