import type { Answer, Api } from "./api.ts";

/** Loads a complete list, page by page if it has pages: `allPages(api, "/api/channels", "channels")`. */
export async function allPages<Entry>(api: Api, path: string, name: string): Promise<Answer<readonly Entry[]>> {
  const entries: Entry[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const query: string = cursor === "" ? "" : `?cursor=${encodeURIComponent(cursor)}`;
    const answer: Answer<Record<string, unknown>> = await api.get(`${path}${query}`);
    if (!answer.ok) return answer;
    entries.push(...((answer.value[name] ?? []) as readonly Entry[]));
    cursor = (answer.value["cursor"] ?? null) as string | null;
  }
  return { ok: true, value: entries };
}
