import type { Broadcaster } from "../../ports/broadcaster.ts";
import type { HttpServer } from "../server/server.ts";

/** Publishes to topics of the server's sockets. A frame is encoded once and copied by uWebSockets.js. */
export const createUwsBroadcaster = (server: Pick<HttpServer, "subscriberCount" | "publish">): Broadcaster => ({
  hasSubscribers: (topic) => server.subscriberCount(topic) > 0,
  publish: (topic, frame) => server.publish(topic, frame),
});
