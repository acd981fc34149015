import { describe, expect, it } from "vitest";
import { deviceHeader, deviceHeaders, deviceOf, newDevice } from "./device.ts";

const device = newDevice();

describe("a device", () => {
  it.each([
    ["a cookie", { cookie: `a=b; __Host-sanu-device=${device}; c=d` }],
    ["a header", { [deviceHeader]: device }],
    ["what it got from us", { cookie: deviceHeaders(device)["set-cookie"] ?? "" }],
  ])("is known by %s", (_how, headers) => {
    expect(deviceOf(headers)).toBe(device);
  });

  it.each([
    {},
    { cookie: "" },
    { cookie: "__Host-sanu-device" },
    { cookie: `sanu-device=${device}` },
    { [deviceHeader]: `${device}x` },
    { [deviceHeader]: "short" },
  ])("is none of ours: %j", (headers) => {
    expect(deviceOf(headers)).toBeUndefined();
  });

  it("is another one each time, and its cookie is read by no script and sent over no open line", () => {
    expect(newDevice()).not.toBe(device);
    expect(deviceHeaders(device)["set-cookie"]).toMatch(/; Secure; HttpOnly; SameSite=Lax$/);
  });
});
