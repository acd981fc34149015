import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { ChainNode, LightningNode } from "@sanu/local-stack";
import { startCoreRpc } from "./core-rpc.ts";

/** A node of another implementation than all the others. */
export interface LdkNode {
  readonly newAddress: () => Promise<string>;
  /** Reads the chain; the satoshis that it could spend. */
  readonly sync: () => Promise<bigint>;
  readonly openChannel: (to: LightningNode, sats: bigint, pushMsat: bigint) => Promise<void>;
  readonly usableChannels: () => Promise<number>;
  /** Begins to pay; how it ends is among the events. */
  readonly pay: (invoice: string) => Promise<void>;
  readonly newInvoice: (amountSats: bigint) => Promise<string>;
  /** Everything that it told so far, in its own words. */
  readonly events: readonly string[];
  readonly stop: () => Promise<void>;
}

interface Said {
  readonly ready?: string;
  readonly ok?: string;
  readonly error?: string;
  readonly event?: string;
}

export async function startLdkNode(options: {
  readonly program: string;
  readonly folder: string;
  readonly peerPort: number;
  readonly chain: ChainNode;
}): Promise<LdkNode> {
  const core = await startCoreRpc(options.chain);
  const { user, password } = options.chain.account;
  const args = [options.folder, `${options.peerPort}`, "127.0.0.1", `${core.port}`, user, password];
  const child = spawn(options.program, args, { stdio: ["pipe", "pipe", "inherit"] });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const events: string[] = [];
  const waiting: PromiseWithResolvers<Said>[] = [];
  const ready = Promise.withResolvers<void>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    const said: Said = JSON.parse(line);
    if (said.event !== undefined) events.push(said.event);
    else if (said.ready !== undefined) ready.resolve();
    else waiting.shift()?.resolve(said);
  });
  void exited.then(() => ready.reject(new Error("the LDK node ended before it was ready")));
  await ready.promise;
  const ask = async (command: string): Promise<string> => {
    const answer = Promise.withResolvers<Said>();
    waiting.push(answer);
    child.stdin.write(`${command}\n`);
    const { ok, error } = await answer.promise;
    if (ok === undefined) throw new Error(`${command.slice(0, 40)}: ${error}`);
    return ok;
  };
  return {
    newAddress: () => ask("address"),
    sync: async () => BigInt(await ask("sync")),
    async openChannel(to, sats, pushMsat) {
      await ask(`open ${await to.publicKey()} ${to.peerAddress} ${sats} ${pushMsat}`);
    },
    usableChannels: async () => Number(await ask("usable")),
    pay: async (invoice) => void (await ask(`pay ${invoice}`)),
    newInvoice: (amountSats) => ask(`invoice ${amountSats * 1_000n}`),
    events,
    async stop() {
      child.stdin.end();
      const late = setTimeout(() => child.kill("SIGKILL"), 10_000);
      await exited;
      clearTimeout(late);
      core.close();
    },
  };
}
