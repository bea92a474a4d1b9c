import type { Desk } from "../data/desk.ts";
import { tellFailure } from "./notices.tsx";

/** Ends this session; the page begins anew with the login, so that nothing of the agent stays in it. */
export async function logOut({ api, stop }: Pick<Desk, "api" | "stop">): Promise<void> {
  const answer = await api.send("DELETE", "/api/session");
  if (!answer.ok && answer.failure.status !== 401) return tellFailure("You are still logged in", answer.failure);
  stop();
  location.reload();
}
