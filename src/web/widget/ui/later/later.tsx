import type { JSX } from "preact";
import { Component, Fragment, h } from "preact";
import { loadPart } from "../../body/requests/load-part.ts";
import type { LaterPart, LaterProps, LaterScript } from "./later.types.ts";

/** By the name of its script: what has come, for the whole page. */
const parts: Record<string, LaterPart> = {};

interface Props extends LaterProps {
  readonly script: "cards" | "emoji";
  /** Of what the script brings. */
  readonly name: string;
  /** The visitor asked for it: what waits in its place may have the focus. */
  readonly isAsked: boolean;
  readonly takesFocus?: boolean;
}

/** A part of the window that loads when it is needed. A failure is shown, with a button to try again. */
export class Later extends Component<Props, { readonly hasFailed?: boolean }> {
  private place: HTMLElement | null = null;

  override componentDidMount(): void {
    if (this.props.takesFocus) this.goIn();
    if (!parts[this.props.script]) void this.load();
  }

  private goIn(): void {
    this.place?.querySelector<HTMLElement>("[data-first]")?.focus();
  }

  private readonly load = async (): Promise<void> => {
    const { script } = this.props;
    this.setState({ hasFailed: false });
    let hasFailed = false;
    try {
      const { make } = await loadPart<LaterScript>(`${script}.js`);
      parts[script] ??= make({ Component, Fragment, h });
    } catch {
      hasFailed = true;
    }
    // Who waited here goes on in what has come.
    const waited = this.place?.querySelector(":focus");
    this.setState({ hasFailed }, () => waited && this.goIn());
  };

  override render(
    { script, name, isAsked, ...props }: Props,
    { hasFailed }: { readonly hasFailed?: boolean },
  ): JSX.Element {
    const { words } = props.view.speech;
    const Part = parts[script]?.[name];
    return (
      <section
        class={script}
        ref={(place) => {
          this.place = place;
        }}
      >
        {Part ? (
          <Part {...props} />
        ) : (
          <p class="hint" role="status" tabIndex={-1} data-first={isAsked}>
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
