import type { Circuit } from "@sanu/attempts";
import type { ConnectorChoice, ReceiverKind } from "@sanu/contracts";
import { type Sats, sats } from "@sanu/kernel";

export interface WantedNode {
  readonly receiverKind: ReceiverKind;
  readonly amountSats: Sats;
  readonly feeLimitSats: Sats;
  readonly refusedBy: readonly string[];
}

/** One node as it stands now. */
export interface NodeCandidate {
  readonly provider: string;
  readonly isEnabled: boolean;
  readonly servesReceiver: boolean;
  /** What it could send to such a receiver; null where nothing is known. */
  readonly liquiditySats: Sats | null;
  readonly circuit: Circuit;
}

type Obstacle = ConnectorChoice["passedOver"][number]["obstacle"];

/**
 * Pure. The first one in the order of the setting that could send it, its fee among it. One that is short or does not answer is passed
 * over, not forbidden: where nobody else is left, it may say so itself.
 */
export function chooseNode(
  wanted: WantedNode,
  candidates: readonly NodeCandidate[],
): ConnectorChoice {
  const judged = candidates.map((candidate) => ({
    candidate,
    forbidden: forbiddenBy(wanted, candidate),
    doubt: doubtAbout(wanted, candidate),
  }));
  const fit = judged.filter(({ forbidden }) => forbidden === undefined);
  const chosen = fit.find(({ doubt }) => doubt === undefined) ?? fit[0];
  const before = chosen === undefined ? judged : judged.slice(0, judged.indexOf(chosen));
  const passedOver = before.flatMap(({ candidate: { provider }, forbidden, doubt }) => {
    const obstacle = forbidden ?? doubt;
    return obstacle === undefined ? [] : [{ provider, obstacle }];
  });
  if (chosen === undefined) return { provider: null, reason: "nobody-fits", passedOver };
  const { candidate, doubt } = chosen;
  return { provider: candidate.provider, reason: reasonOf(wanted, candidate, doubt), passedOver };
}

function reasonOf(
  { refusedBy }: WantedNode,
  { circuit }: NodeCandidate,
  doubt: Obstacle | undefined,
): ConnectorChoice["reason"] {
  if (refusedBy.length > 0) return "fail-over";
  if (doubt !== undefined) return "last-resort";
  return circuit === "probing" ? "probe" : "first-choice";
}

function forbiddenBy(
  { refusedBy }: WantedNode,
  { provider, isEnabled, servesReceiver }: NodeCandidate,
): Obstacle | undefined {
  if (refusedBy.includes(provider)) return "refused-before";
  if (!isEnabled) return "disabled";
  return servesReceiver ? undefined : "channel-not-served";
}

function doubtAbout(
  { amountSats, feeLimitSats }: WantedNode,
  { liquiditySats, circuit }: NodeCandidate,
): Obstacle | undefined {
  const needed = sats(amountSats + feeLimitSats);
  if (liquiditySats !== null && liquiditySats < needed) return "above-its-most";
  return circuit === "open" ? "circuit-open" : undefined;
}
