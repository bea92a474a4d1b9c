import type { Broadcaster } from "../../ports/broadcaster.ts";
import type { HttpServer } from "../server/server.ts";

/** Topics of the server's own sockets: a frame is encoded once and copied by the server underneath. */
export const createUwsBroadcaster = (server: Pick<HttpServer, "subscriberCount" | "publish">): Broadcaster => ({
  hasSubscribers: (topic) => server.subscriberCount(topic) > 0,
  publish: (topic, frame) => server.publish(topic, frame),
});
