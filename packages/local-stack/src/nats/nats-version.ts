/** Expected-sequence semantics and counters that the relay relies on are right from this release on. */
export const natsVersionMin = "2.12.0";

/** Reads what `nats-server --version` prints; `undefined` for anything else. */
export function readNatsVersion(text: string): string | undefined {
  return /nats-server:? v?(\d+\.\d+\.\d+)/.exec(text)?.[1];
}

/** Tells whether a release is at least the oldest one that we run with. Compares numbers, not texts. */
export function isNewEnough(version: string, oldest: string = natsVersionMin): boolean {
  const [major, minor, patch] = numbersOf(version);
  const [majorMin, minorMin, patchMin] = numbersOf(oldest);
  if (major !== majorMin) return major > majorMin;
  if (minor !== minorMin) return minor > minorMin;
  return patch >= patchMin;
}

function numbersOf(version: string): readonly [number, number, number] {
  const [major = 0, minor = 0, patch = 0] = version
    .split(".")
    .map((part) => Number.parseInt(part, 10));
  return [major, minor, patch];
}
