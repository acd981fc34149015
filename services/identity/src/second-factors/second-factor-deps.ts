import type { Clock } from "@sanu/kernel";
import type { Database, SecurityTrail } from "@sanu/platform";
import type { Throttle } from "../credentials/throttle/throttle.ts";
import type { DocumentKeys } from "../kyc/document-keys.ts";
import type { RelyingParty } from "./relying-party.ts";

export interface SecondFactorDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly documentKeys: DocumentKeys;
  readonly throttle: Pick<Throttle, "consumeFactorGuess" | "clearFactorGuesses" | "sourceOf">;
  readonly trail: SecurityTrail;
  readonly stepUpValidMs: number;
  readonly relyingParty: RelyingParty;
  readonly afterMailQueued: () => void;
}
