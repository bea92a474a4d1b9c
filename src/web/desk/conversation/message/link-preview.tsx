import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { DeskMessage } from "../../../../codec/desk/desk.ts";
import { firstLinkIn } from "../../../../codec/text/first-link.ts";
import type { Desk } from "../../data/desk.ts";
import { useNear } from "../../parts/picture-turn.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { Away } from "./said-text.tsx";

interface Preview {
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly site: string;
}

const arePreviewsOn = (): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name="link-previews"]')?.content === "on";

const knownMax = 200;
/** By the path of its request, so that a message that is drawn again needs no request. */
const known = new Map<string, Promise<Preview | null>>();

function read({ api }: Desk, path: string): Promise<Preview | null> {
  const found = known.get(path);
  if (found !== undefined) return found;
  const reading = api.get<{ readonly preview: Preview }>(path).then((answer) => {
    if (answer.ok) return answer.value.preview;
    // A page without a preview stays so. After a failure the message asks again when it is drawn again.
    if (answer.failure.status !== 404) known.delete(path);
    return null;
  });
  known.set(path, reading);
  for (const oldest of known.keys()) {
    if (known.size <= knownMax) break;
    known.delete(oldest);
  }
  return reading;
}

interface LinkPreviewProps {
  readonly chatId: string;
  readonly message: DeskMessage;
}

/** What the page says about itself that the first link of a message leads to: read by the service, as plain text. */
export function LinkPreview({ chatId, message: { seq, text, parts } }: LinkPreviewProps): JSX.Element | null {
  const isWanted = arePreviewsOn() && firstLinkIn(text, parts) !== null;
  return isWanted ? <Read path={`/api/chats/${chatId}/messages/${seq}/preview`} /> : null;
}

function Read({ path }: { readonly path: string }): JSX.Element {
  const desk = useDesk();
  const [frame, isNear] = useNear<HTMLDivElement>();
  const [preview, setPreview] = useState<Preview | null>(null);
  useEffect(() => {
    if (isNear) void read(desk, path).then(setPreview);
  }, [isNear, path]);
  return (
    <div class="link-preview" ref={frame}>
      {preview !== null && (
        <Away url={preview.url}>
          <span class="link-site" dir="auto">
            {preview.site}
          </span>
          <span class="link-title" dir="auto">
            {preview.title}
          </span>
          {preview.description !== "" && (
            <span class="link-words" dir="auto">
              {preview.description}
            </span>
          )}
        </Away>
      )}
    </div>
  );
}
