import { Pool } from "undici";

/** Posts JSON and returns the status. Throws for a status other than 2xx, so that the job is retried. */
export type Post = (path: string, body: string, headers?: Readonly<Record<string, string>>) => Promise<number>;

/** As many connections as the service uses for one endpoint. */
const connections = 128;

export function createPost(url: string, timeoutMs: number): Post {
  const pool = new Pool(new URL(url).origin, { connections, headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
  return async (path, body, headers = {}) => {
    const response = await pool.request({
      method: "POST",
      path,
      headers: { "content-type": "application/json", ...headers },
      body,
    });
    await response.body.dump();
    if (response.statusCode < 200 || response.statusCode > 299)
      throw new Error(`${path} was answered ${response.statusCode}`);
    return response.statusCode;
  };
}
