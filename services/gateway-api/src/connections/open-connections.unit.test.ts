import { EventEmitter } from "node:events";
import type { Server } from "node:http";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { createConnectionGuard } from "./guard-connections.ts";
import { createOpenConnections } from "./open-connections.ts";

const named = (name: string) => ({ name });
const admitted = { kind: "admitted", replaced: undefined };

describe("the connections of one address", () => {
  it("are so many: the longest idle one makes room for the next", () => {
    const open = createOpenConnections({ openMax: 10, perAddressMax: 2 });
    const [first, second, third] = [named("first"), named("second"), named("third")];
    expect(open.admit(first, "a")).toEqual(admitted);
    expect(open.admit(second, "a")).toEqual(admitted);
    open.use(first);
    open.rest(first);

    expect(open.admit(third, "a")).toEqual({ kind: "admitted", replaced: second });
    expect(open.open()).toBe(2);
  });

  it("are refused one more while all of them are in use, and another address is not", () => {
    const open = createOpenConnections({ openMax: 10, perAddressMax: 2 });
    for (const each of [named("first"), named("second")]) {
      open.admit(each, "a");
      open.use(each);
    }

    expect(open.admit(named("third"), "a")).toEqual({ kind: "refused", by: "address" });
    expect(open.admit(named("other"), "b")).toEqual(admitted);
  });

  it("are counted for no proxy of ours, which carries everybody's", () => {
    const isProxy = (address: string) => address === "proxy";
    const open = createOpenConnections({ openMax: 10, perAddressMax: 1 }, { isProxy });
    for (const name of ["first", "second"])
      expect(open.admit(named(name), "proxy")).toEqual(admitted);

    const full = createOpenConnections(
      { openMax: 3, perAddressMax: 1 },
      { isProxy, isArriving: () => true },
    );
    const idle = named("idle");
    full.admit(idle, "a");
    for (const each of [named("first"), named("second")]) {
      full.admit(each, "proxy");
      full.use(each);
    }
    const third = named("third");
    expect(full.admit(third, "proxy")).toMatchObject({ replaced: idle });
    full.use(third);
    expect(full.admit(named("direct"), "b")).toEqual({ kind: "refused", by: "process" });
  });
});

describe("the connections of a process", () => {
  it("are so many: whoever has most of them gives up an idle one", () => {
    const open = createOpenConnections({ openMax: 3, perAddressMax: 3 });
    const [many, more, one] = [named("many"), named("more"), named("one")];
    open.admit(one, "b");
    open.admit(many, "a");
    open.admit(more, "a");

    expect(open.admit(named("new"), "c")).toEqual({ kind: "admitted", replaced: many });
    for (const each of [one, more]) open.use(each);
    expect(open.admit(named("newer"), "d")).toMatchObject({ replaced: { name: "new" } });
  });

  it("are taken by nobody from who has fewer, idle or not", () => {
    const open = createOpenConnections({ openMax: 3, perAddressMax: 3 });
    const [one, ...many] = [named("one"), named("many"), named("more")];
    open.admit(one, "a");
    for (const each of many) {
      open.admit(each, "b");
      open.use(each);
    }

    expect(open.admit(named("most"), "b")).toEqual({ kind: "refused", by: "process" });
    expect(open.admit(named("new"), "c")).toMatchObject({ replaced: one });
  });

  it("in use all of them: who has most gives up the oldest whose request is still being sent", () => {
    const isArriving = ({ name }: { readonly name: string }) => name.startsWith("slow");
    const open = createOpenConnections({ openMax: 4, perAddressMax: 4 }, { isArriving });
    const all = [named("slow alone"), named("quick"), named("slow"), named("slow too")];
    for (const each of all) {
      open.admit(each, each.name.endsWith("alone") ? "a" : "b");
      open.use(each);
    }

    const next = named("new");
    expect(open.admit(next, "c")).toMatchObject({ replaced: { name: "slow" } });
    open.use(next);
    expect(open.admit(named("slow again"), "b")).toEqual({ kind: "refused", by: "process" });
    expect(open.open()).toBe(4);
  });

  it("leave nothing behind when they are gone, however often that is told", () => {
    const open = createOpenConnections({ openMax: 3, perAddressMax: 3 });
    const all = [named("first"), named("second")];
    for (const each of all) open.admit(each, each.name);
    for (const each of [...all, ...all]) {
      open.remove(each);
      open.rest(each);
    }

    expect([open.open(), open.addresses()]).toEqual([0, 0]);
  });
});

class Peer extends EventEmitter {
  readonly remotePort = 40_000;
  readonly remoteAddress: string;
  destroy = (): boolean => this.emit("close");
  constructor(remoteAddress: string) {
    super();
    this.remoteAddress = remoteAddress;
  }
}

it("gives the memory of every connection back that was open or refused", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const server = new EventEmitter();
  const guard = createConnectionGuard({ openMax: 100, perAddressMax: 2 }, []);
  guard.watch(server as Server);
  const addressOf = (each: number) => `198.51.${each >> 8}.${each & 255}`;
  const come = () => {
    const peers = Array.from({ length: 1_000 }, (_, each) => new Peer(addressOf(each)));
    for (const peer of peers) {
      server.emit("connection", peer);
      server.emit("secureConnection", peer);
      guard.begin({ socket: peer } as never, new EventEmitter() as never);
    }
    expect(guard.counts()).toMatchObject({ open: 100, refusedByProcess: 900 });
    for (const peer of peers) peer.emit("close");
    return peers.map((peer) => new WeakRef(peer));
  };
  const gone = come();
  expect(guard.counts().open).toBe(0);
  // The first one ends a collection that may have begun before, and keeps what came while it was under way.
  for (let time = 0; time < 2; time += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
  }
  // Of a thousand the engine itself may still know the last few, in what it remembers of calls.
  expect(gone.filter((peer) => peer.deref() !== undefined).length).toBeLessThan(10);
});
