import type { AttemptReport } from "@sanu/attempts";
import { accepted, type Decider, type Instant, nothingNew, refused } from "@sanu/kernel";
import { z } from "zod";

export const ParcelEvent = z.object({
  v: z.literal(1),
  type: z.enum([
    "ParcelOrdered",
    "ParcelRetried",
    "ParcelPacked",
    "ParcelGivenUp",
    "ParcelUnknown",
    "ParcelDelivered",
    "ParcelLost",
  ]),
});
export type ParcelEvent = z.infer<typeof ParcelEvent>;
export type Parcel = { readonly status: "none" | ParcelEvent["type"] };

export type ParcelCommand =
  | { readonly kind: "order" }
  /** What its carrier says; it is final once it is delivered or lost. */
  | { readonly kind: "record"; readonly type: ParcelEvent["type"] }
  | { readonly kind: "record-unknown"; readonly since: Instant };

const final = ["ParcelDelivered", "ParcelLost"];

export const parcel: Decider<Parcel, ParcelCommand, ParcelEvent, "parcel-ended"> = {
  initial: { status: "none" },
  decide({ status }, command) {
    if (command.kind === "order") {
      return status === "none" ? happened("ParcelOrdered") : nothingNew();
    }
    const type = command.kind === "record" ? command.type : "ParcelUnknown";
    if (status === type) return nothingNew();
    return final.includes(status) ? refused("parcel-ended") : happened(type);
  },
  evolve: (_state, { type }) => ({ status: type }),
};

function happened(type: ParcelEvent["type"]) {
  return accepted<ParcelEvent>({ type, v: 1 });
}

export const words = {
  onItsWay: { kind: "accepted", code: null },
  delivered: { kind: "settled", code: null, command: recordOf("ParcelDelivered") },
  packed: { kind: "accepted", code: null, command: recordOf("ParcelPacked") },
  givenUp: { kind: "accepted", code: null, command: recordOf("ParcelGivenUp") },
  noBike: { kind: "rejected", code: "no-bike", command: recordOf("ParcelRetried") },
  lost: { kind: "rejected", code: "lost", command: recordOf("ParcelLost") },
  unheardOf: { kind: "not-found", code: "not-found" },
  silence: { kind: "unknown", code: "no-response" },
  away: { kind: "not-ready", code: "carrier-away" },
} as const satisfies Record<string, Omit<AttemptReport<ParcelCommand>, "step">>;

export type Word = keyof typeof words;

function recordOf(type: ParcelEvent["type"]) {
  return { kind: "record", type } as const;
}
