interface Allowed {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

/** What users were allowed before, by name. Nothing that a release may use is taken away while it may run. */
export type AllowedBefore = Readonly<Partial<Record<string, Allowed>>>;

const userText =
  /user: (\S+)[^]*?publish: \{ allow: (\[[^\]]*\])[^]*?subscribe: \{ allow: (\[[^\]]*\])/g;

/** Reads what `natsAuthorization` wrote in an earlier release. */
export function readAllowed(authorization: string): AllowedBefore {
  const users = [...authorization.matchAll(userText)].map(([, user = "", publish, subscribe]) => {
    return [user, { publish: listIn(publish), subscribe: listIn(subscribe) }] as const;
  });
  return Object.fromEntries(users);
}

/** Adds to today's rights those of before. What is denied today stays denied: no release has used it. */
export function withAllowedBefore<Access extends Allowed>(today: Access, before?: Allowed): Access {
  if (before === undefined) return today;
  return {
    ...today,
    publish: [...today.publish, ...before.publish],
    subscribe: [...today.subscribe, ...before.subscribe],
  };
}

function listIn(text = "[]"): readonly string[] {
  const read: unknown = JSON.parse(text);
  return Array.isArray(read) ? read.filter((each) => typeof each === "string") : [];
}
