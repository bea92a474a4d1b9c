import type { JSX } from "preact";
import { Component } from "preact";
import { isInputMethod, pastedFiles } from "../../shared/browser/input-events.ts";
import type { Model } from "../body/model.types.ts";
import { Icon, Tool } from "./icon.tsx";
import { Later } from "./later/later.tsx";
import { Log } from "./log.tsx";
import { drawPreview } from "./preview.ts";
import { isLeaving, toReach } from "./reach.ts";
import { reasonIn } from "./reasons.ts";
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
  /** Why a message was not left for later. */
  readonly problem?: string | null;
  readonly isBusy?: boolean;
}

/** The highest number of characters of a message in a chat, and of one that is left for later. */
const lengthMax = 1_000;
const leftLengthMax = 4_000;
/** The number of characters is shown when fewer than this are left. */
const lengthLeft = 100;
const draftName = "svc_draft";

const lengthMaxOf = (model: Model): number => (isLeaving(model) ? leftLengthMax : lengthMax);

/** The conversation and the composer. */
export class Chat extends Component<ChatProps, ChatState> {
  override state: ChatState = { length: 0, isChoosing: false, pasted: [] };
  private text: HTMLTextAreaElement | null = null;
  private reach: HTMLInputElement | null = null;
  private readonly keepReach = (reach: HTMLInputElement | null): void => {
    this.reach = reach;
  };

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

  private readonly settle = (): void => {
    if (this.state.problem) this.setState({ problem: null });
  };

  private readonly changed = (): void => {
    const { text, props } = this;
    if (text === null) return;
    this.settle();
    props.view.drafts.write(draftName, text.value || null);
    props.view.actions.type(text.value);
    this.fit(text);
  };

  private readonly send = (): void => {
    const { text, props } = this;
    if (text === null) return;
    const { model, actions } = props.view;
    const { length, pasted } = this.state;
    text.focus();
    if (length > lengthMaxOf(model) || model.link === "refused") return;
    if (isLeaving(model) && pasted.length === 0) {
      void this.leave(text);
      return;
    }
    this.take(pasted);
    this.setState({ pasted: [] });
    actions.send(text.value);
    text.value = "";
    this.changed();
  };

  private async leave(text: HTMLTextAreaElement): Promise<void> {
    const { actions, speech } = this.props.view;
    const { words } = speech;
    const given = toReach(this.reach?.value ?? "");
    const message = text.value;
    if (typeof given === "string") {
      this.setState({ problem: words[given] });
      this.reach?.focus();
    } else if (message.trim() === "") this.setState({ problem: words.needText });
    else if (!this.state.isBusy) {
      this.setState({ problem: null, isBusy: true });
      const reason = await actions.leaveMessage(given, message.trim());
      this.setState({ problem: reason && reasonIn(words, reason), isBusy: false });
      if (reason !== null || text.value !== message) return;
      text.value = "";
      this.changed();
    }
  }

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

  /** The address to which a message that is left for later is answered. */
  private reachField({ model, speech }: View, problem: string | null | undefined): JSX.Element {
    const { email, phone } = model.contact;
    return (
      <label class="reach">
        {speech.words.reach}
        <input
          autocomplete="email"
          inputMode="email"
          ref={this.keepReach}
          defaultValue={email ?? phone ?? ""}
          aria-invalid={!!problem && problem !== speech.words.needText}
          onInput={this.settle}
          aria-describedby="problem"
        />
      </label>
    );
  }

  private composer(view: View, { length, isChoosing, pasted, problem, isBusy }: ChatState): JSX.Element {
    const { model, actions, speech } = view;
    const { words } = speech;
    const max = lengthMaxOf(model);
    const isRefused = model.link === "refused";
    const asked = model.lines.find(({ isLive }) => isLive);
    return (
      <div class="composer">
        <div class={`chips ${asked ? "asked" : ""}`}>
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
        <p class="notice" role="alert" id="problem">
          {isLeaving(model) && problem}
        </p>
        <p class="hush" role="status">
          {model.leaving === "done" && words.thanks}
        </p>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            this.send();
          }}
        >
          {isLeaving(model) && this.reachField(view, problem)}
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
            aria-invalid={length > max}
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
            {length > max - lengthLeft && `${speech.number(length)} / ${speech.number(max)}`}
          </p>
          <button
            type="submit"
            class="tool main"
            title={words.send}
            aria-label={words.send}
            aria-busy={isBusy}
            disabled={isRefused}
          >
            <Icon name="send" />
          </button>
        </form>
      </div>
    );
  }
}
