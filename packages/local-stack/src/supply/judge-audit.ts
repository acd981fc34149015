import { z } from "zod";

const Report = z.object({
  advisories: z.record(
    z.string(),
    z.object({ module_name: z.string(), severity: z.string(), title: z.string(), url: z.string() }),
  ),
  metadata: z.object({ totalDependencies: z.number() }),
});

export interface AuditVerdict {
  readonly says: readonly string[];
  readonly exitCode: 0 | 1;
}

/** What `pnpm audit --json` found. A registry that does not answer is not a finding, and is said. */
export function judgeAudit(answer: {
  readonly stdout: string;
  readonly stderr: string;
}): AuditVerdict {
  const report = Report.safeParse(parse(answer.stdout));
  if (!report.success) {
    const why = answer.stderr.replaceAll(/[\s×│]+/g, " ").trim() || "pnpm said nothing";
    return { says: [`audit: not run: ${why.slice(0, 200)}`], exitCode: 0 };
  }
  const { advisories, metadata } = report.data;
  const found = Object.values(advisories).map(
    (each) => `audit: ${each.severity}: ${each.module_name}: ${each.title} (${each.url})`,
  );
  const count = `audit: ${found.length} of high or critical severity in ${metadata.totalDependencies} packages`;
  return { says: [...found, count], exitCode: found.length === 0 ? 0 : 1 };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
