import type { JSX } from "preact";
import { Component, Fragment, h } from "preact";
import { loadPart } from "../../body/requests/load-part.ts";
import type { LaterPart, LaterProps, LaterScript } from "./later.types.ts";

/** The loaded parts of the page, by the name of their script. */
const parts: Record<string, LaterPart> = {};

interface Props extends LaterProps {
  readonly script: "cards" | "emoji" | "home";
  /** The name of the part in the script. */
  readonly name: string;
  /** Whether the visitor requested the part. If so, its placeholder may have the focus. */
  readonly isAsked: boolean;
  readonly takesFocus?: boolean;
}

/** A part of the window that loads when it is needed. A failure is shown, with a button to try again. */
export class Later extends Component<Props, { readonly hasFailed?: boolean }> {
  private place: HTMLElement | null = null;

  override componentDidMount(): void {
    if (this.props.takesFocus) this.goIn();
    const { script, view } = this.props;
    const part = parts[script];
    if (part) view.wear(part.styles);
    else void this.load();
  }

  private goIn(): void {
    this.place?.querySelector<HTMLElement>("[data-first]")?.focus();
  }

  private readonly load = async (): Promise<void> => {
    const { script, view } = this.props;
    this.setState({ hasFailed: false });
    let hasFailed = false;
    try {
      const { make } = await loadPart<LaterScript<LaterPart>>(`${script}.js`);
      parts[script] ??= make({ Component, Fragment, h });
      view.wear(parts[script].styles);
    } catch {
      hasFailed = true;
    }
    // If the placeholder has the focus, the focus moves into the loaded part.
    const waited = this.place?.querySelector(":focus");
    this.setState({ hasFailed }, () => waited && this.goIn());
  };

  override render(
    { script, name, isAsked, ...props }: Props,
    { hasFailed }: { readonly hasFailed?: boolean },
  ): JSX.Element {
    const { words } = props.view.speech;
    const Part = parts[script]?.draws[name];
    return (
      <section
        class={`${script} ${name}`}
        ref={(place) => {
          this.place = place;
        }}
      >
        {Part ? (
          <Part {...props} />
        ) : (
          <p class="hint" role="status" tabIndex={-1} data-first={isAsked || undefined}>
            {hasFailed ? words.trouble : words.loading}
          </p>
        )}
        {hasFailed && (
          <button type="button" onClick={this.load}>
            {words.again}
          </button>
        )}
      </section>
    );
  }
}
