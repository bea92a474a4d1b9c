import type { JSX } from "preact";
import { Component } from "preact";
import { isInputMethod, pastedFiles } from "../../shared/browser/input-events.ts";
import { Icon, Tool } from "./icon.tsx";
import { Later } from "./later/later.tsx";
import { Log } from "./log.tsx";
import { drawPreview } from "./preview.ts";
import type { View } from "./view.types.ts";

interface ChatProps {
  readonly view: View;
  readonly isOpen: boolean;
}

interface ChatState {
  /** The number of characters in the composer. */
  readonly length: number;
  readonly isChoosing: boolean;
  /** The files that were pasted. They are sent with the text. */
  readonly pasted: readonly File[];
}

/** The highest number of characters of one message. */
const lengthMax = 1_000;
/** From this length on, the number of characters is shown. */
const lengthShown = 900;
const draftName = "svc_draft";

/** The conversation and the composer. */
export class Chat extends Component<ChatProps, ChatState> {
  override state: ChatState = { length: 0, isChoosing: false, pasted: [] };
  private text: HTMLTextAreaElement | null = null;

  private readonly keep = (text: HTMLTextAreaElement | null): void => {
    this.text = text;
    if (text === null) return;
    text.value = this.props.view.drafts.read(draftName) ?? "";
    this.fit(text);
  };

  /** Makes the field as high as its text; the style sheet limits the height. */
  private fit(text: HTMLTextAreaElement): void {
    text.style.height = "auto";
    text.style.height = `${text.scrollHeight}px`;
    this.setState({ length: [...text.value].length });
  }

  override componentDidUpdate({ isOpen }: ChatProps): void {
    if (this.props.isOpen && !isOpen && this.text !== null) this.fit(this.text);
  }

  private readonly changed = (): void => {
    const { text, props } = this;
    if (text === null) return;
    props.view.drafts.write(draftName, text.value || null);
    props.view.actions.type(text.value);
    this.fit(text);
  };

  private readonly send = (): void => {
    const { text, props } = this;
    if (text === null) return;
    text.focus();
    if (this.state.length > lengthMax || props.view.model.link === "refused") return;
    this.take(this.state.pasted);
    this.setState({ pasted: [] });
    props.view.actions.send(text.value);
    text.value = "";
    this.changed();
  };

  /** Inserts an emoji at the cursor of the composer. */
  private readonly choose = (chosen: string | null): void => {
    const { text } = this;
    this.setState({ isChoosing: false });
    if (text === null) return;
    text.focus();
    if (chosen === null) return;
    text.setRangeText(chosen, text.selectionStart, text.selectionEnd, "end");
    this.changed();
  };

  private readonly switchEmoji = (): void => {
    this.setState(({ isChoosing }) => ({ isChoosing: !isChoosing }));
  };

  private take(files: Iterable<File> | null | undefined): void {
    for (const file of files ?? []) this.props.view.actions.sendFile(file);
  }

  private readonly drag = (event: DragEvent): void => {
    event.preventDefault();
    const panel = event.currentTarget as HTMLElement;
    const isOver = event.type === "dragover" || panel.contains(event.relatedTarget as Node | null);
    panel.toggleAttribute("data-over", isOver && event.type !== "drop");
    if (event.type === "drop") this.take(event.dataTransfer?.files);
  };

  override render({ view, isOpen }: ChatProps, state: ChatState): JSX.Element {
    const { speech } = view;
    const { drag } = this;
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: files can be dropped here, and the button below accepts them too.
      <div class="chat" data-drop={speech.words.drop} onDragOver={drag} onDragLeave={drag} onDrop={drag}>
        <Log view={view} isOpen={isOpen} />
        {this.composer(view, state)}
      </div>
    );
  }

  private composer(view: View, { length, isChoosing, pasted }: ChatState): JSX.Element {
    const { model, actions, speech } = view;
    const { words } = speech;
    const isRefused = model.link === "refused";
    const asked = model.lines.find(({ isLive }) => isLive);
    return (
      <div class="composer">
        <div class="chips">
          {asked?.buttons.map(({ text }, index) => (
            <button type="button" class="chip" key={index} onClick={() => actions.click(asked.seq, index)}>
              {text}
            </button>
          ))}
          {pasted.map((file) => (
            <span key={file}>
              <canvas role="img" aria-label={file.name} ref={(canvas) => drawPreview(canvas, file)} />
              <button
                type="button"
                class="chip quiet"
                onClick={() => this.setState({ pasted: pasted.filter((one) => one !== file) })}
              >
                {`${words.discard}: ${file.name}`}
              </button>
            </span>
          ))}
          {model.isChatting && model.chat?.state === "with_bot" && (
            <button type="button" class="chip quiet" onClick={() => actions.askAgent(words.person)}>
              {words.person}
            </button>
          )}
        </div>
        {isChoosing && <Later script="emoji" name="emoji" isAsked takesFocus view={view} take={this.choose} />}
        <form
          onSubmit={(event) => {
            event.preventDefault();
            this.send();
          }}
        >
          <label class="tool" title={words.attach}>
            <input
              type="file"
              class="hush"
              multiple
              disabled={isRefused}
              aria-label={words.attach}
              onChange={({ currentTarget }) => {
                this.take(currentTarget.files);
                currentTarget.value = "";
              }}
            />
            <Icon name="attach" />
          </label>
          <Tool icon="smile" words={words.emoji} pressed={isChoosing} run={this.switchEmoji} />
          <textarea
            rows={1}
            data-first
            ref={this.keep}
            placeholder={words.write}
            aria-label={words.write}
            aria-invalid={length > lengthMax}
            disabled={isRefused}
            onInput={this.changed}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || event.shiftKey || isInputMethod(event)) return;
              event.preventDefault();
              this.send();
            }}
            onPaste={(event) => {
              const pasted = pastedFiles(event);
              if (pasted.length === 0) return;
              event.preventDefault();
              this.setState({ pasted: [...this.state.pasted, ...pasted] });
            }}
          />
          <p class="count" role="status">
            {length > lengthShown && `${speech.number(length)} / ${speech.number(lengthMax)}`}
          </p>
          <button type="submit" class="tool main" title={words.send} aria-label={words.send} disabled={isRefused}>
            <Icon name="send" />
          </button>
        </form>
      </div>
    );
  }
}
