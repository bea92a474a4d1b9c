import { textsOf } from "../../shared/language/texts.ts";
import type { Desk } from "../data/desk.ts";
import { shell } from "../texts/en/shell.ts";
import { tellFailure } from "./notices.tsx";

const text = textsOf("shell", shell);

/** Ends this session and reloads the page with the login, so that no data of the agent stay in it. */
export async function logOut({ api, stop }: Pick<Desk, "api" | "stop">): Promise<void> {
  const answer = await api.send("DELETE", "/api/session");
  if (!answer.ok && answer.failure.status !== 401) return tellFailure(text("stillLoggedIn"), answer.failure);
  stop();
  location.reload();
}
