import { Pool } from "undici";

export interface StepwiseReplies {
  /** Stops the replies. Returns how many were answered 202 in each chat, counted from the first. */
  stop(): Promise<ReadonlyMap<string, number>>;
}

/** The text of an agent's reply, the same as in `replies.lua`. */
export const replyText = (number: number, chatId: string): string =>
  `Reply ${String(number).padStart(6, "0")} in chat ${chatId}. It is on its way and will be with you tomorrow.`;

/** Sends an agent's replies, one at a time in each chat, the next after the 202 of the last. After another answer, or none, a chat gets no more. */
export function replyStepwise(url: string, token: string, chatIds: readonly string[]): StepwiseReplies {
  const pool = new Pool(url, { connections: chatIds.length });
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const answered = new Map(chatIds.map((chatId) => [chatId, 0]));
  let isRunning = true;
  const isTaken = async (chatId: string, number: number): Promise<boolean> => {
    const body = JSON.stringify({ type: "text", text: replyText(number, chatId) });
    try {
      const path = `/api/chats/${chatId}/messages`;
      const response = await pool.request({ method: "POST", path, headers, body });
      await response.body.dump();
      return response.statusCode === 202;
    } catch {
      // The server was killed, so the outcome of this reply is unknown.
      return false;
    }
  };
  const replyIn = async (chatId: string): Promise<void> => {
    for (let number = 0; isRunning && (await isTaken(chatId, number)); number += 1) answered.set(chatId, number + 1);
  };
  const replies = Promise.all(chatIds.map(replyIn));
  return {
    async stop() {
      isRunning = false;
      await replies;
      await pool.close();
      return answered;
    },
  };
}
