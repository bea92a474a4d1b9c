import type { Api } from "../../shared/api/api.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { shell } from "../texts/en/shell.ts";
import { tellFailure } from "./notices.tsx";

const text = textsOf("shell", shell);

/** Ends this session and reloads the page with the login, so that no data of the agent stay in it. */
export async function logOut(api: Api, stop: () => void): Promise<void> {
  const answer = await api.send("DELETE", "/api/session");
  if (!answer.ok && answer.failure.status !== 401) return tellFailure(text("stillLoggedIn"), answer.failure);
  stop();
  location.reload();
}
