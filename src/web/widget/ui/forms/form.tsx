import type { ComponentChildren, JSX } from "preact";
import { Component } from "preact";
import type { WordKey, Words } from "../../i18n/words.ts";
import { reasonIn } from "../reasons.ts";

export type FieldName = "reach" | "name" | "email" | "phone" | "description";
export type Values = Readonly<Record<FieldName, string>>;
/** The mistake of each field that has one. */
export type Mistakes = Readonly<Partial<Record<FieldName, WordKey>>>;

interface FormProps {
  readonly words: Words;
  readonly title: string;
  /** The text under the title. */
  readonly text?: string;
  readonly fields: readonly FieldName[];
  /** The values that are known already. */
  readonly known?: Readonly<Partial<Record<FieldName, string | null>>>;
  readonly submit: string;
  check(values: Values): Mistakes;
  /** Resolves with the reason of a failure, or `null`. */
  run(values: Values): Promise<string | null>;
  /** Draws the content that replaces the form after a success. */
  done?(): ComponentChildren;
  /** The content beside the button. */
  readonly beside?: ComponentChildren;
  /** The form opened by itself: the focus stays where it is. */
  readonly isUnasked?: boolean;
}

interface FormState {
  readonly mistakes: Mistakes;
  readonly isBusy: boolean;
  readonly isDone: boolean;
  readonly failure: string | null;
}

const fresh: FormState = { mistakes: {}, isBusy: false, isDone: false, failure: null };
const typing: Readonly<Partial<Record<FieldName, JSX.IntrinsicElements["input"]>>> = {
  reach: { autocomplete: "email", inputMode: "email" },
  name: { autocomplete: "name" },
  email: { type: "email", autocomplete: "email", inputMode: "email" },
  phone: { type: "tel", autocomplete: "tel", inputMode: "tel" },
};

/** A form with one field per row. Each field is checked when it loses the focus. */
export class Form extends Component<FormProps, FormState> {
  override state = fresh;
  private panel: HTMLElement | null = null;
  private readonly keep = (panel: HTMLElement | null): void => {
    this.panel = panel;
  };

  override componentDidUpdate(_: FormProps, { isDone }: FormState): void {
    if (isDone !== this.state.isDone) this.panel?.querySelector<HTMLElement>("[data-first]")?.focus();
  }

  private readonly valuesOf = (form: HTMLFormElement): Values => {
    const given = new FormData(form);
    const of = (name: FieldName): string => String(given.get(name) ?? "").trim();
    return {
      reach: of("reach"),
      name: of("name"),
      email: of("email"),
      phone: of("phone"),
      description: of("description"),
    };
  };

  /** Checks one field. An empty field shows no mistake before the form is sent. */
  private look(form: HTMLFormElement | null, name: FieldName, isLeft: boolean): void {
    if (form === null || !(isLeft || this.state.mistakes[name])) return;
    const values = this.valuesOf(form);
    const mistake = values[name] === "" ? undefined : this.props.check(values)[name];
    const { [name]: _, ...others } = this.state.mistakes;
    this.setState({ mistakes: mistake === undefined ? others : { ...others, [name]: mistake } });
  }

  private readonly send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    if (this.state.isBusy) return;
    const values = this.valuesOf(form);
    const mistakes = this.props.check(values);
    this.setState({ mistakes, failure: null });
    const wrong = this.props.fields.find((name) => mistakes[name]);
    if (wrong !== undefined) {
      form.querySelector<HTMLElement>(`#${wrong}`)?.focus();
      return;
    }
    this.setState({ isBusy: true });
    const failure = await this.props.run(values);
    this.setState({ isBusy: false, failure, isDone: failure === null && this.props.done !== undefined });
  };

  override render(
    { words, title, text, fields, submit, done, beside, isUnasked }: FormProps,
    state: FormState,
  ): JSX.Element {
    const { isBusy, failure } = state;
    if (state.isDone)
      return (
        <div class="panel" ref={this.keep}>
          {done?.()}
        </div>
      );
    return (
      <form class="panel" noValidate ref={this.keep} onSubmit={this.send}>
        <h3>{title}</h3>
        {text && <p class="hint">{text}</p>}
        {fields.map((name, index) => this.field(name, index === 0 && !isUnasked))}
        <p class="notice" role="alert">
          {failure !== null && reasonIn(words, failure)}
        </p>
        <div class="buttons">
          <button type="submit" class="main" aria-busy={isBusy}>
            {isBusy ? words.sending : submit}
          </button>
          {beside}
        </div>
      </form>
    );
  }

  private field(name: FieldName, isFirst: boolean): JSX.Element {
    const { words, known = {} } = this.props;
    const mistake = this.state.mistakes[name];
    const shared = {
      id: name,
      name,
      "data-first": isFirst || undefined,
      defaultValue: known[name] ?? "",
      "aria-invalid": mistake !== undefined,
      "aria-describedby": `${name}-mistake`,
    };
    return (
      <div
        key={name}
        class="field"
        onFocusOut={(event) => this.look((event.target as HTMLInputElement).form, name, true)}
        onInput={(event) => this.look((event.target as HTMLInputElement).form, name, false)}
      >
        <label for={name}>{words[name]}</label>
        <input {...typing[name]} {...shared} />
        <p class="mistake" id={`${name}-mistake`}>
          {mistake && words[mistake]}
        </p>
      </div>
    );
  }
}
