import type { Finding } from "@sanu/rails";

const words = { fine: "ok", wrong: "WRONG", open: "?" } as const;

/** A line for each finding, and below it what to do. */
export function railsReport(findings: readonly Finding[]): string {
  return findings
    .flatMap(({ checked, verdict, said, advice }) => [
      `${words[verdict].padEnd(6)} ${checked.padEnd(12)} ${said}`,
      ...(advice === null ? [] : [`${" ".repeat(20)}→ ${advice}`]),
    ])
    .map((line) => `${line}\n`)
    .join("");
}

/** 1 where something is wrong, 2 where something is not known. */
export function exitCodeOfFindings(findings: readonly Finding[]): number {
  if (findings.some(({ verdict }) => verdict === "wrong")) return 1;
  return findings.some(({ verdict }) => verdict === "open") ? 2 : 0;
}
