import { setTimeout as wait } from "node:timers/promises";
import type { SendRail, SendStatus } from "@sanu/rails";
import { describe, expect, it } from "vitest";
import { askLimits, askNode } from "./ask-node.ts";
import { believedStatus } from "./believed-status.ts";

const cutOff: SendStatus = { kind: "unknown", cause: "connection-lost" };
const late: SendStatus = { kind: "unknown", cause: "no-response" };
const settled = { kind: "settled" } as SendStatus;
const notFound: SendStatus = { kind: "not-found" };

/** A node that gives these answers about each send, one after the other. */
function nodeSaying(...answers: readonly SendStatus[]) {
  const asked: string[] = [];
  const rail = {
    provider: "lnd",
    async status(naturalKey: string) {
      const place = asked.filter((key) => key === naturalKey).length;
      asked.push(naturalKey);
      return answers[place] ?? expect.unreachable("asked too often");
    },
  } as Pick<SendRail, "provider" | "status"> as SendRail;
  return { rail, asked };
}

describe("a question to a node beside the one that matters", () => {
  it("is asked again at once where its answer was cut off, a few times", async () => {
    const { rail, asked } = nodeSaying(cutOff, cutOff, settled);
    expect(await askNode(rail, "lightning:ab")).toBe(settled);
    expect(asked).toHaveLength(askLimits.asksMax);
    const silent = nodeSaying(cutOff, cutOff, cutOff);
    expect(await askNode(silent.rail, "lightning:ab")).toBe(cutOff);
  });

  it("is asked once where the node takes too long", async () => {
    const { rail, asked } = nodeSaying(late);
    expect(await askNode(rail, "lightning:ab")).toBe(late);
    expect(asked).toHaveLength(1);
  });

  it("is asked once where the node cuts its answer off late: three of them would outlast the lease", async () => {
    let asked = 0;
    const status = async () => {
      asked += 1;
      await wait(askLimits.againWithinMs + 100);
      return cutOff;
    };
    expect(await askNode({ status }, "lightning:ab")).toBe(cutOff);
    expect(asked).toBe(1);
  });

  it("lets a send that never reached its node go out again, though some answers get lost", async () => {
    const { rail, asked } = nodeSaying(cutOff, settled);
    const paid = ["lightning:1", "lightning:2", "lightning:3"];
    const records = { paidBy: async () => paid } as unknown as Parameters<
      typeof believedStatus
    >[0]["records"];
    const attempt = { naturalKey: "lightning:ab" } as Parameters<typeof believedStatus>[1];
    expect(await believedStatus({ rail, records }, attempt, notFound)).toBe(notFound);
    expect(asked).toHaveLength(2 * paid.length);
  });
});
