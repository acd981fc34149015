import { describe, expect, it } from "vitest";
import { PeerUnavailableError } from "./failure.ts";
import { createUnavailablePeers } from "./unavailable-peers.ts";

const unavailable = () => Promise.reject(new PeerUnavailableError("payments cannot be asked"));

function create(pauseMs: number) {
  const changes: string[] = [];
  const peers = createUnavailablePeers((_about, what) => changes.push(what), pauseMs);
  return { changes, peers };
}

describe("a peer that a reaction needs", () => {
  it("is left alone for a while once it could not be asked, by this reaction only, and reported once", async () => {
    const { peers, changes } = create(60_000);
    await expect(peers.during("link", unavailable)).rejects.toThrow("cannot be asked");
    await expect(peers.during("link", unavailable)).rejects.toThrow("cannot be asked");

    expect(peers.reasonOf("link")).toContain("payments cannot be asked");
    expect(peers.reasonOf("other")).toBeUndefined();
    expect(changes).toEqual(["facts wait for a peer"]);
  });

  it("is tried by one after the pause, and asked by all when it replied", async () => {
    const { peers, changes } = create(0);
    await peers.during("link", unavailable).catch(() => undefined);
    expect(peers.reasonOf("link")).toBeUndefined();
    const reply = Promise.withResolvers<string>();
    const probe = peers.during("link", () => reply.promise);
    expect(peers.reasonOf("link")).toContain("payments cannot be asked");

    reply.resolve("https://pay.example");
    expect(await probe).toBe("https://pay.example");
    expect(peers.reasonOf("link")).toBeUndefined();
    expect(changes).toEqual(["facts wait for a peer", "the peer is back"]);
  });

  it("may be tried again after a try that failed for another reason", async () => {
    const { peers } = create(0);
    await peers.during("link", unavailable).catch(() => undefined);
    const bug = () => Promise.reject(new RangeError("a planted bug"));
    await expect(peers.during("link", bug)).rejects.toThrow("a planted bug");
    expect(peers.reasonOf("link")).toBeUndefined();
  });
});
