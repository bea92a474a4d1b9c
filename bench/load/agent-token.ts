import { agent } from "./service.ts";

const repeatsMax = 4;

/** Logs the bench's agent in. A busy machine may take longer for a password than a request has: a login that timed out is repeated. */
export async function createAgentToken(url: string): Promise<string> {
  const logIn = (): Promise<Response> =>
    fetch(`${url}/api/session`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(agent),
    });
  let answer = await logIn();
  for (let repeats = 0; answer.status === 504 && repeats < repeatsMax; repeats += 1) answer = await logIn();
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`Expected 200 for the agent's login, got ${answer.status} ${text}`);
  const { token }: { readonly token: string } = JSON.parse(text);
  return token;
}
