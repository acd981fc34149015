import { z } from "zod";
import { unknownBecause } from "../../ports/call-outcome.ts";
import type { InboundReading } from "../../ports/float-reading.ts";
import { type LndAnswer, unknownRefusal } from "./answer.ts";
import { SatsText, satsWithin } from "./units.ts";

const Channels = z.object({
  channels: z.array(
    z.object({
      active: z.boolean(),
      remote_balance: SatsText,
      remote_chan_reserve_sat: SatsText,
    }),
  ),
});

/** What the peers of active channels could send us, without what they have to keep. Source: lnd `lnrpc.ListChannels`. */
export function readInbound(channels: LndAnswer): InboundReading {
  if (channels.kind !== "answer") return unknownRefusal(channels);
  const read = Channels.safeParse(channels.json).data;
  if (read === undefined) return unknownBecause("unexpected-response");
  const inbound: bigint = read.channels
    .filter(({ active }) => active)
    .map((channel) => channel.remote_balance - channel.remote_chan_reserve_sat)
    .reduce((sum, each) => (each > 0n ? sum + each : sum), 0n);
  const inboundSats = satsWithin(inbound);
  return inboundSats === undefined
    ? unknownBecause("unexpected-response")
    : { kind: "inbound", inboundSats };
}
