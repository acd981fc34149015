import { TimeoutError } from "@nats-io/transport-node";
import { describe, expect, it } from "vitest";
import { DisconnectedError } from "../messaging/connection-watch.ts";
import { applyChanges } from "./apply-changes.ts";
import type { Administration } from "./find-changes.ts";

const change = { kind: "change-replicas", name: "PAYMENTS", present: 1, wanted: 3 } as const;

/** A cluster that ends every change so; no server can be told to. */
const endingWith = (error: Error) =>
  ({
    manager: { streams: { update: () => Promise.reject(error) } },
    whileConnected: (work: () => Promise<unknown>) => work(),
  }) as unknown as Administration;

describe("a change of a stream", () => {
  it.each([new TimeoutError(), new DisconnectedError("NATS was lost before it answered")])(
    "that nobody answered to is not said to be refused: $name",
    async (error) => {
      await expect(applyChanges(endingWith(error), [change])).rejects.toThrow(
        "PAYMENTS has 1 copy: it gets more, 3: NATS did not say whether that is done; look again",
      );
    },
  );

  it("that is refused says why", async () => {
    await expect(applyChanges(endingWith(new Error("no peers")), [change])).rejects.toThrow(
      "PAYMENTS has 1 copy: it gets more, 3: NATS refused it (no peers)",
    );
  });
});
