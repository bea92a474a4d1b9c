import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { textsOf } from "../../../shared/language/texts.ts";
import { tryAgain } from "../../../shared/parts/missing.tsx";
import { cancel } from "../../../shared/parts/press.ts";
import { Icon } from "../../../shared/ui/icon.tsx";
import { named } from "../../../shared/ui/tooltip.ts";
import { sizeOf } from "../../parts/size-of.ts";
import { composerTexts } from "../../texts/en/composer.ts";
import { lengthOf } from "../message/message-facts.ts";
import type { Tray, TrayFile } from "./tray.ts";

const text = textsOf("composer", composerTexts);

/** The files of the next message, each with its progress and actions. */
export function TrayList({ tray }: { readonly tray: Tray }): JSX.Element | null {
  const files = tray.files.value;
  if (files.length === 0) return null;
  const comment = tray.comment.value;
  return (
    <section class="tray" aria-label={text("filesToSend")}>
      <ul>
        {files.map((file) => (
          <TrayItem key={file.id} file={file} tray={tray} />
        ))}
      </ul>
      {comment !== null && (
        <p class="help" role="status">
          {text(files.some(({ state }) => state === "failed") ? "oneFailed" : "sentSoon")}
        </p>
      )}
    </section>
  );
}

function TrayItem({ file, tray }: { readonly file: TrayFile; readonly tray: Tray }): JSX.Element {
  const { id, name, state, progress, canRetry } = file;
  return (
    <li class={`tray-file ${state}`}>
      <Preview file={file} />
      <div class="tray-words">
        <p class="tray-name" dir="auto" title={name}>
          {name}
        </p>
        <p class={state === "failed" ? "error" : "help number"} role={state === "failed" ? "alert" : undefined}>
          {wordsOf(file)}
        </p>
        {state === "uploading" && <progress max={1} value={progress} aria-label={text("uploaded", { name })} />}
      </div>
      {state === "failed" && canRetry && (
        <button type="button" class="small" onClick={() => tray.retry(id)}>
          {tryAgain()}
        </button>
      )}
      <button
        type="button"
        class="icon-button"
        {...named(
          text(state === "uploading" ? "cancelFile" : "takeFileAway", { name }),
          state === "uploading" ? cancel() : text("takeAway"),
        )}
        onClick={() => tray.remove(id)}
      >
        <Icon name="close" />
      </button>
    </li>
  );
}

function wordsOf({ state, file, failure, progress, facts }: TrayFile): string {
  const size = [facts.duration === undefined ? "" : lengthOf(facts.duration), sizeOf(file.size)];
  const known = size.filter(Boolean).join(" · ");
  if (state === "failed") return failure ?? text("fileFailed");
  if (state === "uploading") return text("fileUploading", { facts: known, percent: Math.round(progress * 100) });
  return text(state === "ready" ? "fileReady" : "fileWaits", { facts: known });
}

function Preview({ file: { file, isVoice } }: { readonly file: TrayFile }): JSX.Element {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file.type.startsWith("image/")) return undefined;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return (
    <span class="tray-preview">
      {url === null ? <Icon name={isVoice ? "mic" : "file"} /> : <img src={url} alt="" onError={() => setUrl(null)} />}
    </span>
  );
}
