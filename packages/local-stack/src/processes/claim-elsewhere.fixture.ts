import { spawn } from "node:child_process";
import { once } from "node:events";

/** The owner of a folder in another process, which works there with a child. */
export interface OwnerElsewhere {
  readonly child: number;
  /** Resolves when the owner is gone. Its child is not. */
  readonly gone: Promise<unknown>;
}

/** Claims a folder in another process, which is killed after so long. */
export async function claimElsewhere(folder: string, livesMs: number): Promise<OwnerElsewhere> {
  const module = new URL("./claim-folder.ts", import.meta.url).href;
  const program = `(async () => {
    const { claimFolder } = await import(${JSON.stringify(module)});
    const claim = await claimFolder(${JSON.stringify(folder)});
    const child = require("node:child_process").spawn("sleep", ["60"], { detached: true, stdio: "ignore" });
    claim.record([child.pid]);
    require("node:fs").writeSync(1, String(child.pid));
    setTimeout(() => process.kill(process.pid, "SIGKILL"), ${livesMs});
  })();`;
  const owner = spawn(process.execPath, ["--eval", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const gone = once(owner, "exit");
  const [said] = await once(owner.stdout, "data");
  return { child: Number(String(said)), gone };
}
