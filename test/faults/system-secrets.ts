import { readFileSync } from "node:fs";
import { join } from "node:path";
import { derivedSecrets, type Environment } from "@sanu/local-stack";

/** The secrets that the services were given, each by what it is: none may be in an event, a stream or a log. */
export function systemSecrets(of: {
  readonly folder: string;
  readonly operatorEnvironment: Environment;
  readonly callbackSecret: string;
}): ReadonlyMap<string, string> {
  const { folder, operatorEnvironment, callbackSecret } = of;
  const secretFile = join(folder, "secret");
  const passwords = Object.entries(operatorEnvironment).flatMap(([name, value]) =>
    name.endsWith("_DATABASE_URL") ? [[`the password of ${name}`, new URL(value).password]] : [],
  );
  return new Map([
    ["the callback secret", callbackSecret],
    ["the root of all secrets", readFileSync(secretFile, "utf8")],
    ["the key of invoices", derivedSecrets(secretFile)("invoices")],
    ["the pepper of one-time passwords", derivedSecrets(secretFile)("otp pepper")],
    ["the key of the certificate", readFileSync(join(folder, "gateway-api", "key.pem"), "utf8")],
    ...passwords.map(([name = "", password = ""]) => [name, password] as const),
  ]);
}
