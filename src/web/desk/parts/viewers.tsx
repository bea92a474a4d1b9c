import type { JSX } from "preact";
import { textsOf } from "../../shared/language/texts.ts";
import type { Viewer } from "../data/viewers.ts";
import { useDesk } from "../shell/use-desk.ts";
import { viewersTexts } from "../texts/en/viewers.ts";
import { Avatar } from "./avatar.tsx";
import { agentPicture } from "./pictures.ts";

const text = textsOf("viewers", viewersTexts);

/** "Also here: Kim, Lee", or only those who write; empty without a colleague. */
export function describeViewers(viewers: readonly Viewer[]): string {
  const writing = viewers.filter(({ writes }) => writes);
  const names = (of: readonly Viewer[]): string => of.map(({ name }) => name).join(", ");
  if (writing.length > 0) return text("writing", { names: names(writing) });
  return viewers.length === 0 ? "" : text("alsoHere", { names: names(viewers) });
}

/** The pictures that have room in a header. */
const facesMax = 3;

/** The colleagues who have the chat open, and who of them writes. */
export function Viewers({ chatId }: { readonly chatId: string }): JSX.Element {
  const { viewers, surroundings } = useDesk();
  const here = viewers.of(chatId).value;
  const { agents } = surroundings.value;
  const words = describeViewers(here);
  return (
    <div class="viewers" role="status" title={words}>
      {here.slice(0, facesMax).map(({ id, name, writes }) => (
        <span key={id} class={writes ? "viewer writes" : "viewer"} aria-hidden="true">
          <Avatar name={name} picture={agentPicture(id, agents.find((agent) => agent.id === id)?.photo ?? null)} />
        </span>
      ))}
      {words !== "" && (
        <span class="viewers-words" dir="auto">
          {words}
        </span>
      )}
    </div>
  );
}
