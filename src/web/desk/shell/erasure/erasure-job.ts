import type { ReadonlySignal } from "@preact/signals";
import { signal } from "@preact/signals";
import type { ErasureRecord } from "../../../../codec/admin/admin-client.ts";
import type { Answer, Api, ApiFailure } from "../../../shared/api/api.ts";
import { isPassing } from "../../../shared/api/api.ts";
import { currentLanguage, textsOf } from "../../../shared/language/texts.ts";
import type { Waiting } from "../../../shared/live/timer.ts";
import { erasure } from "../../texts/en/erasure.ts";
import type { PersonAsked } from "./open-erasure.ts";
import { pathOfClient } from "./open-erasure.ts";

export type JobState =
  /** Nothing is erased; `failure` is from the last attempt. */
  | { readonly at: "asking"; readonly failure: ApiFailure | null }
  | { readonly at: "sent" }
  /** The service has stored the erasure and finishes it in any case. `failure` says why the progress is unknown. */
  | { readonly at: "going"; readonly removed: ErasureRecord["removed"]; readonly failure: ApiFailure | null }
  | { readonly at: "done"; readonly removed: ErasureRecord["removed"] };

export interface ErasureJob {
  readonly state: ReadonlySignal<JobState>;
  /** Erases the data. Resolves at the end with null, or with the failure of the start or of the progress. */
  begin(): Promise<ApiFailure | null>;
}

/** A long erasure waits some seconds for a request to another server. */
const lookEveryMs = 1_000;
const afterFailureMs = 5_000;

/**
 * The erasure of one client's data, from the question to its end. `taken` is called when the service has stored the erasure: the client's
 * chats disappear now or very soon.
 */
export function createErasureJob(api: Api, waiting: Waiting, asked: PersonAsked, taken: () => void): ErasureJob {
  const state = signal<JobState>({ at: "asking", failure: null });
  const show = ({ state: at, removed }: ErasureRecord): void => {
    state.value = at === "done" ? { at: "done", removed } : { at: "going", removed, failure: null };
  };
  const look = async (): Promise<Answer<ErasureRecord | null>> => {
    for (const at of ["done", "pending"]) {
      const path = `/api/erasures?state=${at}&clientNumber=${asked.clientNumber}`;
      const answer = await api.get<{ readonly erasures: readonly ErasureRecord[] }>(path);
      if (!answer.ok) return answer;
      const [found] = answer.value.erasures;
      if (found !== undefined) return { ok: true, value: found };
    }
    return { ok: true, value: null };
  };
  const pause = (ms: number): Promise<void> => new Promise((resolve) => void waiting.after(ms, resolve));
  const follow = async (): Promise<ApiFailure | null> => {
    for (let pauseMs = lookEveryMs; state.peek().at === "going"; ) {
      await pause(pauseMs);
      const looked = await look();
      const now = state.peek();
      if (looked.ok && looked.value !== null) show(looked.value);
      else if (!looked.ok && now.at === "going") state.value = { ...now, failure: looked.failure };
      if (!looked.ok && !isPassing(looked.failure)) return looked.failure;
      pauseMs = looked.ok ? lookEveryMs : afterFailureMs;
    }
    return null;
  };
  const send = async (): Promise<Answer<ErasureRecord>> => {
    const answer = await api.send<{ readonly erasure: ErasureRecord }>("DELETE", pathOfClient(asked));
    if (answer.ok) return { ok: true, value: answer.value.erasure };
    if (answer.failure.status !== 404) return answer;
    // The data were erased by an earlier attempt with a lost response, or by another administrator.
    const looked = await look();
    return looked.ok && looked.value !== null ? { ok: true, value: looked.value } : answer;
  };
  return {
    state,
    async begin() {
      if (state.peek().at !== "asking") return null;
      state.value = { at: "sent" };
      const answer = await send();
      if (!answer.ok) {
        state.value = { at: "asking", failure: answer.failure };
        return answer.failure;
      }
      show(answer.value);
      taken();
      return follow();
    },
  };
}

const text = textsOf("erasure", erasure);

/** Source: CH-27. */
const nameOfNameless = "Anonymous";

/** The texts of which one must be typed, so that no data are erased by mistake: the client's name, if it has one, or id. */
export const keysOf = ({ name, clientId }: PersonAsked): readonly string[] =>
  name === nameOfNameless || name === clientId ? [clientId] : [name, clientId];

export const isConfirmed = (typed: string, asked: PersonAsked): boolean =>
  keysOf(asked).map(fold).includes(fold(typed));

/** Ignores the encoding of letters, the number of spaces and the case, because the agent cannot see the first two. */
const fold = (text: string): string => text.normalize("NFKC").trim().replaceAll(/\s+/g, " ").toLowerCase();

type Counts = ErasureRecord["removed"];

const counted: readonly (keyof Counts)[] = ["chats", "messages", "files", "deliveries", "calls", "leftMessages"];

/** "2 chats, 7 messages and notes"; empty for nothing. */
export const removedWords = (removed: Counts): string =>
  new Intl.ListFormat(currentLanguage(), { type: "unit" }).format(
    counted.filter((key) => removed[key] > 0).map((key) => text(key, { n: removed[key] })),
  );
