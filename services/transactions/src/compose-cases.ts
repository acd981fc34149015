import {
  ApproveVerdict,
  type FindStaff,
  GetCase,
  ListCases,
  type Namespace,
  ProposeVerdict,
  type RefusalCode,
  type ReplyData,
  type RequestDefinition,
  type RequestInput,
  WithdrawProposal,
} from "@sanu/contracts";
import { type AccountId, newId } from "@sanu/kernel";
import {
  type AuditLog,
  approvalSettings,
  assertOpen,
  audited,
  connectNats,
  createAuditLog,
  createLogger,
  gateOfLog,
  idsIn,
  measuredClock,
  openDatabase,
  operationOf,
  proposalTermsOf,
  type RequestHandler,
  readConfig,
  type Secret,
  shellAct,
} from "@sanu/platform";
import { z } from "zod";
import { proposalSettings } from "./case/watch/proposal-settings.ts";
import { approveVerdict, proposeVerdict, withdrawProposal } from "./handlers/decide-case.ts";
import { getCase } from "./handlers/get-case.ts";
import { listCases } from "./handlers/list-cases.ts";
import { standingsIn } from "./handlers/transactions-proposals.ts";
import { openStores } from "./stores.ts";
import { treasuryConfigOf, treasurySettings } from "./treasury/treasury-config.ts";

const shellLimits = { requestMs: 60_000 } as const;

export type CaseAnswer<Definition> =
  | { readonly kind: "replied"; readonly data: ReplyData<Definition> }
  | { readonly kind: "refused"; readonly code: RefusalCode<Definition> };

export interface CaseShell {
  readonly databaseUrl: string;
  /** Where the stream is, with which the log is compared before anything is read or said. */
  readonly nats: {
    readonly url: string;
    readonly user?: string | undefined;
    readonly password: Secret | undefined;
    readonly namespace: Namespace;
  };
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Who of these is of the staff now, by identity's own log. */
  readonly findStaff: (
    accountIds: readonly AccountId[],
  ) => Promise<ReplyData<typeof FindStaff>["staff"]>;
}

export type ComposedCases = Awaited<ReturnType<typeof composeCases>>;

/**
 * What the staff may do about cases at the shell, on the database, whether or not the service runs; its relay publishes.
 * Throws, as the service refuses, on a database that was put back to an earlier moment.
 */
export async function composeCases({ databaseUrl, nats, env, findStaff }: CaseShell) {
  const settings = readConfig(
    z.object({ ...proposalSettings, ...approvalSettings, ...treasurySettings }),
    env,
  );
  const proposalValidMs = settings.CASE_PROPOSAL_VALID_MS;
  const proposals = proposalTermsOf(settings);
  const name = "sanu-cases";
  const database = openDatabase({ url: databaseUrl, poolMax: 2, applicationName: name });
  try {
    const logger = createLogger({ service: name, level: "silent" });
    const messaging = await connectNats({ ...nats, name: "streams" });
    const log = { service: "transactions", database, messaging, logger } as const;
    const gate = await gateOfLog(log).finally(() => messaging.close());
    assertOpen(gate);
    const stores = openStores({ database, gate, afterPublicCommit: () => undefined });
    const floats = { ...treasuryConfigOf(settings), expectChange: () => undefined };
    const clock = await measuredClock(database);
    const terms = { proposalValidMs, proposals };
    const standingsOf = async (people: readonly AccountId[]) =>
      standingsIn(await findStaff(people));
    const deps = { database, clock, ...stores, floats, ...terms, standingsOf };
    const audit = createAuditLog(database);
    const answering = answeringInto(audit);
    return {
      list: answering(ListCases, listCases(deps)),
      get: answering(GetCase, getCase(deps)),
      propose: answering(ProposeVerdict, proposeVerdict(deps)),
      approve: answering(ApproveVerdict, approveVerdict(deps)),
      withdraw: answering(WithdrawProposal, withdrawProposal(deps)),
      close: database.close,
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The same as a gateway's request is: written down in front of the work and behind it. */
function answeringInto(audit: AuditLog) {
  return <Definition extends RequestDefinition>(
    definition: Definition,
    handler: RequestHandler,
  ) => {
    const answer = answering(definition, handler);
    const { act = "look" } = definition.staff ?? {};
    return (input: RequestInput<Definition>): Promise<CaseAnswer<Definition>> => {
      const { by, ...subjects } = idsIn(input);
      const about = { subjects, ...(by === undefined ? {} : { by }) };
      const entry = shellAct(operationOf(definition), act, about);
      const outcomeOf = (given: CaseAnswer<Definition>) =>
        given.kind === "refused" ? given.code : given.kind;
      return audited(audit, entry, () => answer(input), outcomeOf);
    };
  };
}

/** The handler of a request as a function of what is asked. Throws for what cannot be read. */
function answering<Definition extends RequestDefinition>(
  { name, reply: shape, refusals }: Definition,
  { handle }: RequestHandler,
) {
  return async (input: RequestInput<Definition>): Promise<CaseAnswer<Definition>> => {
    const id = newId<string>();
    const remainingMs = () => shellLimits.requestMs;
    const reply = await handle(input, { correlationId: id, causationId: id, remainingMs });
    if (reply.kind === "replied") {
      return { kind: "replied", data: shape.parse(reply.data) as ReplyData<Definition> };
    }
    const code = refusals.find((one) => reply.kind === "refused" && one === reply.refusal.code);
    if (code === undefined) throw new Error(`${name} cannot be read`);
    return { kind: "refused", code: code as RefusalCode<Definition> };
  };
}
