import { describe, expect, it } from "vitest";
import { PeerUnavailableError } from "./failure.ts";
import { createUnavailablePeers } from "./unavailable-peers.ts";

const away = () => Promise.reject(new PeerUnavailableError("payments cannot be asked"));

function create(pauseMs: number) {
  const told: string[] = [];
  const peers = createUnavailablePeers((_about, what) => told.push(what), pauseMs);
  return { told, peers };
}

describe("a neighbour that a reaction needs", () => {
  it("is left alone for a while once it could not be asked, by this reaction only, and told of once", async () => {
    const { peers, told } = create(60_000);
    await expect(peers.during("link", away)).rejects.toThrow("cannot be asked");
    await expect(peers.during("link", away)).rejects.toThrow("cannot be asked");

    expect(peers.reasonOf("link")).toContain("payments cannot be asked");
    expect(peers.reasonOf("other")).toBeUndefined();
    expect(told).toEqual(["facts wait for a neighbour"]);
  });

  it("is tried by one after the pause, and asked by all when it answered", async () => {
    const { peers, told } = create(0);
    await peers.during("link", away).catch(() => undefined);
    expect(peers.reasonOf("link")).toBeUndefined();
    const answer = Promise.withResolvers<string>();
    const probe = peers.during("link", () => answer.promise);
    expect(peers.reasonOf("link")).toContain("payments cannot be asked");

    answer.resolve("https://pay.example");
    expect(await probe).toBe("https://pay.example");
    expect(peers.reasonOf("link")).toBeUndefined();
    expect(told).toEqual(["facts wait for a neighbour", "the neighbour is back"]);
  });

  it("may be tried again after a try that failed for another reason", async () => {
    const { peers } = create(0);
    await peers.during("link", away).catch(() => undefined);
    const bug = () => Promise.reject(new RangeError("a planted bug"));
    await expect(peers.during("link", bug)).rejects.toThrow("a planted bug");
    expect(peers.reasonOf("link")).toBeUndefined();
  });
});
