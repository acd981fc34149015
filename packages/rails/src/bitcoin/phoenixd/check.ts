import { randomBytes } from "node:crypto";
import type { Finding } from "../../check/finding.ts";
import { fine, wrong } from "../../check/finding.ts";
import { judgeAnswer } from "../../check/judge.ts";
import type { SendRail } from "../../ports/send-rail.ts";
import type { NodeCheck } from "../node-connector.ts";

/** Asks for a payment that nobody made, and for the balance. */
export function createPhoenixdCheck(
  rail: Pick<SendRail, "status" | "liquidity" | "close">,
): NodeCheck {
  return {
    async run() {
      const nobodys = `lightning:${randomBytes(32).toString("hex")}`;
      return [
        judgeAnswer("credentials", "a payment that nobody made", await rail.status(nobodys)),
        ...judgeBalance(await rail.liquidity()),
      ];
    },
    close: () => rail.close(),
  };
}

function judgeBalance(reading: Awaited<ReturnType<SendRail["liquidity"]>>): readonly Finding[] {
  if (reading.kind === "unknown") return [judgeAnswer("balance", "what it can send", reading)];
  return reading.nodes.map(({ account, outboundSats }) => {
    const said = `${account}: ${outboundSats} sat over Lightning`;
    const advice = "fill it: nothing can be sent from it";
    return outboundSats > 0n ? fine("balance", said) : wrong("balance", said, advice);
  });
}
