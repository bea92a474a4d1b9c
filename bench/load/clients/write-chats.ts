import { createPoster } from "../../peers/poster.ts";
import { channelPath } from "../service/service.ts";
import type { LoadRun } from "./message-load.ts";
import { customerMessage } from "./message-load.ts";

export interface ChatsOrder {
  readonly url: string;
  /** The number of senders, from `first` on. Each has its own chat. */
  readonly chats: number;
  readonly first?: number;
  /** How many messages each of them writes, one after the other. */
  readonly messages?: number;
  readonly connections: number;
  /** Part of every message; counted from 1 for each data folder. */
  readonly run?: number;
}

/** Writes a fixed number of messages in each chat, however fast the service is. Throws when one of them is not answered 200. */
export async function writeChats(order: ChatsOrder): Promise<LoadRun> {
  const { url, chats, first = 0, messages = 1, connections, run = 1 } = order;
  const poster = createPoster(url, connections);
  const post = (sender: number, lap: number): Promise<void> =>
    new Promise((resolve, reject) => {
      poster.post(channelPath, customerMessage({ run, sender, lap }), (status) => {
        if (status === 200) resolve();
        else reject(new Error(`A message of c${sender} was answered ${status ?? "nothing"}, expected 200`));
      });
    });
  let next = first;
  const write = async (): Promise<void> => {
    while (next < first + chats) {
      const sender = next;
      next += 1;
      for (let lap = 0; lap < messages; lap += 1) await post(sender, lap);
    }
  };
  await Promise.all(Array.from({ length: connections }, write));
  await poster.close();
  const sent = chats * messages;
  return { run, sent, answered: sent, answeredByThread: null };
}
