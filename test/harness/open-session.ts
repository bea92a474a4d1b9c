const repeatsMax = 4;

/**
 * Returns the token of a new session. On a busy machine the check of a password may take longer than the timeout of a request. So
 * a login that timed out is repeated. Source: ERR-13.
 */
export async function openSession(url: string, account: { email: string; password: string }): Promise<string> {
  const { email, password } = account;
  const post = (): Promise<Response> =>
    fetch(`${url}/api/session`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password }),
    });
  let answer = await post();
  for (let repeats = 0; answer.status === 504 && repeats < repeatsMax; repeats += 1) answer = await post();
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`Expected 200 for the login of ${email}, got ${answer.status} ${text}`);
  const { token }: { readonly token: string } = JSON.parse(text);
  return token;
}
