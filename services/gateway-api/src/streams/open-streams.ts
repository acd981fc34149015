import type { Readable } from "node:stream";
import { createWatch } from "@sanu/platform";
import type { Principal } from "../auth/verified-tokens.ts";
import { streamLimits } from "../limits.ts";
import { createEventStream, type EventStream, type StreamedEvent } from "./event-stream.ts";
import { createStreamPlaces, type Followed, type StreamOwner } from "./stream-places.ts";

/** Whether a token still counts; `unknown` while the revocations are not fresh. */
export type TokenState = "live" | "over" | "unknown";

/** A place that is reserved for a stream; it is free again when the stream has ended, or by `release`. */
export interface StreamPlace {
  readonly kind: "place";
  /** Not where the account has enough of them, or everybody who has not paid together. The place is free again then. */
  readonly open: (of: Followed) => OpenStream | "too-many" | "full";
  readonly release: () => void;
}

export interface OpenStream {
  readonly body: Readable;
  /** Shows a state unless it was shown last; the stream ends behind the last one. */
  readonly show: (event: StreamedEvent, isLast: boolean) => void;
  readonly end: () => void;
  /** Called once when the stream has ended, whoever ended it. */
  readonly onEnd: (callback: () => void) => void;
}

export interface OpenStreams {
  /** `too-many`: this owner has enough of them. `full`: the process has, or it closes. */
  readonly reserve: (owner: StreamOwner) => StreamPlace | { readonly kind: "too-many" | "full" };
  readonly count: () => number;
  /** Ends all of them, and those to come behind the state that they show first: their clients come back, elsewhere. */
  readonly drain: () => void;
  /** Ends all of them; none is opened any more. */
  readonly close: () => void;
}

interface Entry {
  readonly owner: StreamOwner;
  readonly stream: EventStream;
  readonly openedAt: number;
  changedAt: number;
  writtenAt: number;
  shown: string | undefined;
  /** Held back until it is known that the token still counts. */
  held: { readonly event: StreamedEvent; readonly isLast: boolean } | undefined;
}

/** Counts places, and looks a few times a second at every open stream: at its token, its age and its silence. */
export function createOpenStreams(stateOf: (principal: Principal) => TokenState): OpenStreams {
  const places = createStreamPlaces();
  const entries = new Set<Entry>();
  const tokenStateOf = ({ owner }: Entry) =>
    owner.kind === "page" ? "live" : stateOf(owner.principal);
  const checks = createWatch(streamLimits.checkMs, () => {
    for (const entry of entries) check(entry, tokenStateOf(entry));
  });
  let isClosed = false;
  let isDraining = false;

  const open = (owner: StreamOwner, release: () => void): OpenStream => {
    const now = performance.now();
    const entry: Entry = {
      owner,
      stream: createEventStream(),
      openedAt: now,
      changedAt: now,
      writtenAt: now,
      shown: undefined,
      held: undefined,
    };
    const { body, end } = entry.stream;
    entries.add(entry);
    checks.begin();
    body.once("close", () => {
      entries.delete(entry);
      if (entries.size === 0) checks.end();
      release();
    });
    return {
      body,
      show(event, isLast) {
        entry.held = { event, isLast };
        if (tokenStateOf(entry) === "live") deliver(entry);
        if (isDraining) end();
      },
      end,
      onEnd: (callback) => void body.once("close", callback),
    };
  };
  return {
    reserve(owner) {
      const place = isClosed ? "full" : places.reserve(owner);
      if (typeof place === "string") return { kind: place };
      return {
        kind: "place",
        release: place.release,
        open(of) {
          const refusal = place.take(of);
          if (refusal === undefined) return open(owner, place.release);
          place.release();
          return refusal;
        },
      };
    },
    count: () => entries.size,
    drain() {
      isDraining = true;
      for (const { stream } of entries) stream.end();
    },
    close() {
      isClosed = true;
      checks.end();
      for (const { stream } of entries) stream.end();
    },
  };
}

function check(entry: Entry, state: TokenState): void {
  const now = performance.now();
  const isOld = now - entry.openedAt > streamLimits.durationMaxMs;
  const isIdle = now - entry.changedAt > streamLimits.idleMaxMs;
  if (state === "over" || isOld || isIdle) return entry.stream.end();
  if (state === "live") deliver(entry);
  if (now - entry.writtenAt < streamLimits.heartbeatMs) return undefined;
  entry.stream.beat();
  entry.writtenAt = now;
  return undefined;
}

function deliver(entry: Entry): void {
  const { held } = entry;
  if (held === undefined) return;
  entry.held = undefined;
  const text = JSON.stringify(held.event.data);
  if (text !== entry.shown) {
    entry.shown = text;
    entry.changedAt = performance.now();
    entry.writtenAt = entry.changedAt;
    entry.stream.write(held.event);
  }
  if (held.isLast) entry.stream.end();
}
