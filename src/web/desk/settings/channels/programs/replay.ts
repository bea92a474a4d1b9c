import type { Answer, Api } from "../../../../shared/api/api.ts";

interface ReplayPage {
  readonly replayed: number;
  readonly cursor: string | null;
}

/** A failed request is retried unchanged, a few times; the service does not resend an event twice for it. */
const triesMax = 3;

/**
 * Sends all dead letters of a channel again, oldest first, a page at a time. `progress` receives the number of resent ones after each page.
 * Source: WH-38.
 */
export async function replayAll(api: Api, id: string, progress: (replayed: number) => void): Promise<Answer<number>> {
  const path = `/api/channels/${encodeURIComponent(id)}/webhooks/replay`;
  let replayed = 0;
  let cursor: string | null = null;
  for (let tries = 1; ; ) {
    const body: object = cursor === null ? {} : { cursor };
    const answer: Answer<ReplayPage> = await api.send<ReplayPage>("POST", path, { body });
    if (!answer.ok) {
      const isPassing = answer.failure.status === 0 || answer.failure.status >= 500;
      if (!isPassing || tries === triesMax) return answer;
      tries += 1;
      continue;
    }
    tries = 1;
    replayed += answer.value.replayed;
    progress(replayed);
    ({ cursor } = answer.value);
    if (cursor === null) return { ok: true, value: replayed };
  }
}
