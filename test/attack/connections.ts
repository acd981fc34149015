import { eventually, openRaw, type RawConnection, type World } from "@sanu/testing";
import { describe, it } from "vitest";

const head = "POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\n";
const slowBody = `${head}Content-Type: application/json\r\nContent-Length: 90\r\n\r\n{`;

export function attackConnections({ publicUrl, environment }: World): void {
  const port = Number(new URL(publicUrl).port);
  const max = Number(environment["GATEWAY_CONNECTIONS_PER_ADDRESS_MAX"]);
  const openAll = (localAddress: string, bytes: string) =>
    Promise.all(
      Array.from({ length: max }, async () => {
        const connection = await openRaw(port, { localAddress });
        connection.send(bytes);
        return connection;
      }),
    );
  const isServed = async (connection: RawConnection) => {
    connection.send("GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n");
    await eventually("it is answered", () => connection.received().includes("HTTP/1.1 200 OK"));
    connection.leave();
  };

  describe("an address that takes as many connections as it can", () => {
    it("with headers that never end keeps not even itself out", async () => {
      const all = await openAll("127.0.4.1", head);
      await isServed(await openRaw(port, { localAddress: "127.0.4.1" }));
      await eventually("one of them made room", () => all.some((each) => each.isClosed()));
      for (const each of all) each.leave();
    });

    it("with bodies that never end keeps nobody else out, and gets no more", async () => {
      const all = await openAll("127.0.4.2", slowBody);
      await eventually("none is idle any more", () =>
        openRaw(port, { localAddress: "127.0.4.2" }).then(
          (more) => {
            more.leave();
            return false;
          },
          () => true,
        ),
      );
      await isServed(await openRaw(port, { localAddress: "127.0.4.3" }));
      for (const each of all) each.leave();
      await eventually("it is let in again", () =>
        openRaw(port, { localAddress: "127.0.4.2" }).then(
          (again) => isServed(again).then(() => true),
          () => false,
        ),
      );
    });
  });
}
