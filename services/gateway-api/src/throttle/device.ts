import { randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** For clients without cookies, and pages of other origins. */
export const deviceHeader = "sanu-device";

const cookieName = "__Host-sanu-device";
const deviceBytes = 16;
const deviceShape = /^[\w-]{22}$/;
const cookieAgeSeconds = 31_536_000;

/** What a browser or an app got from us to be known by again: random, it says nothing but that. */
export function deviceOf(headers: IncomingHttpHeaders): string | undefined {
  const given = headers[deviceHeader] ?? cookieOf(headers.cookie ?? "");
  return typeof given === "string" && deviceShape.test(given) ? given : undefined;
}

function cookieOf(header: string): string | undefined {
  const pairs = header.split(";").map((pair) => pair.trim().split("="));
  return pairs.find(([name]) => name === cookieName)?.[1];
}

export function newDevice(): string {
  return randomBytes(deviceBytes).toString("base64url");
}

export function deviceHeaders(device: string): Readonly<Record<string, string>> {
  const cookie = `${cookieName}=${device}; Path=/; Max-Age=${cookieAgeSeconds}; Secure; HttpOnly; SameSite=Lax`;
  return { "set-cookie": cookie, [deviceHeader]: device };
}
