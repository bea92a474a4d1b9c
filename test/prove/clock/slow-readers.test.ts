import net from "node:net";
import { pino } from "pino";
import t from "tap";
import { defaultLimits } from "../../../src/config/limits.ts";
import { systemClock } from "../../../src/core/clock.ts";
import { createHttpServer } from "../../../src/edge/server/server.ts";
import { request } from "../../edge/wire.ts";

t.setTimeout(120_000);

const body = Buffer.alloc(8 * 1024 * 1024, "b");
/**
 * The kernels buffer megabytes of the answer, and then no more for over 12 s. By then uWebSockets.js would have closed the
 * connection.
 */
const slowBytesPerSecond = 40_000;
const slowMs = 26_000;
const tickMs = 100;

/** Reads slowly at first, then at full speed; resolves with the number of bytes. */
function readSlowly(port: number, path: string): Promise<number> {
  return new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1", () => socket.write(request("GET", path)));
    let bytes = 0;
    const take = (most: number): void => {
      const piece = socket.read(Math.min(most, socket.readableLength));
      if (piece !== null) bytes += piece.length;
    };
    socket.pause();
    const slow = setInterval(() => take((slowBytesPerSecond * tickMs) / 1000), tickMs);
    setTimeout(() => {
      clearInterval(slow);
      socket.on("data", (piece: Buffer) => {
        bytes += piece.length;
        if (bytes > body.length) socket.end();
      });
      socket.resume();
    }, slowMs);
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(bytes));
  });
}

// Runs in real time, because uWebSockets.js has its own timer.
t.test("a client that reads a large answer slowly but steadily gets all of it", async (t) => {
  const server = createHttpServer({ limits: defaultLimits, clock: systemClock, log: pino({ level: "silent" }) });
  server.route({ pattern: "/whole", methods: { get: (exchange) => exchange.answer(200, { body }) } });
  const { uploadIdleMs: idleMs, uploadTimeoutMs: wholeMs, takeBytesPerSecondMin: bytesPerSecondMin } = defaultLimits;
  const source = {
    bytes: body.length,
    read: async (target: Uint8Array, position: number) => body.copy(target, 0, position),
  };
  const head = { contentType: "video/mp4", headers: [] };
  server.route({
    pattern: "/stream",
    methods: {
      async get(exchange) {
        await Promise.resolve();
        await exchange.answerStream(200, head, source, { idleMs, wholeMs, bytesPerSecondMin });
      },
    },
  });
  const { port } = await server.listen("127.0.0.1", 0);
  t.teardown(() => server.drain());
  server.startServing();
  const taken = await Promise.all([readSlowly(port, "/whole"), readSlowly(port, "/stream")]);
  t.ok(
    taken.every((bytes) => bytes > body.length),
    `${taken.join(" and ")} of ${body.length} bytes`,
  );
});
