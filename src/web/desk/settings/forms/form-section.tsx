import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX, TargetedSubmitEvent } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { textsOf } from "../../../shared/language/texts.ts";
import { underWay } from "../../../shared/parts/press.ts";
import { ErrorText } from "../../../shared/ui/field.tsx";
import { Icon } from "../../../shared/ui/icon.tsx";
import { explained } from "../../../shared/ui/tooltip.ts";
import { route } from "../../shell/route.ts";
import { settingsForms } from "../../texts/en/settings-forms.ts";
import type { Form } from "./use-form.ts";

const text = textsOf("settings-forms", settingsForms);

interface SectionProps {
  readonly title: string;
  readonly help?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** A part of a page under its own heading. */
export function Section({ title, help, children }: SectionProps): JSX.Element {
  const id = useId();
  return (
    <section class="settings-section" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {help !== undefined && <p class="help">{help}</p>}
      </header>
      {children !== undefined && <div>{children}</div>}
    </section>
  );
}

interface SettingsFormProps<Values extends object> {
  readonly form: Form<Values>;
  readonly children: ComponentChildren;
  /** The text of the button; "Save" by default. */
  readonly action?: string;
  /** The text during the request; "Saving…" by default. */
  readonly busy?: string;
  /** Creates a new record, which can be sent without changes. */
  readonly isNew?: boolean;
  readonly onSaved?: () => void;
}

/** Fields in one column, saved together. The first wrong field takes the focus. */
export function SettingsForm<Values extends object>(props: SettingsFormProps<Values>): JSX.Element {
  const { form, children, onSaved, isNew = false } = props;
  const element = useRef<HTMLFormElement>(null);
  const tries = useSignal(0);
  useEffect(() => {
    if (tries.value > 0) element.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [tries.value]);
  const nothing = isNew || form.isChanged ? null : text("nothingChanged");
  const why = form.isBusy ? underWay() : nothing;
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (why !== null) return;
    if (await form.save()) onSaved?.();
    else tries.value += 1;
  };
  return (
    <form ref={element} class="settings-form" noValidate onSubmit={(event) => void submit(event)}>
      {children}
      {form.failure !== null && <ErrorText>{form.failure}</ErrorText>}
      <SaveBar {...props} why={why} />
    </form>
  );
}

interface SaveBarProps<Values extends object> extends SettingsFormProps<Values> {
  /** The reason why the form cannot be saved; null if it can. */
  readonly why: string | null;
}

/** A disabled button keeps the focus, so that keyboard users can continue from there. */
const SaveBar = <Values extends object>({ form, action, busy, isNew, why }: SaveBarProps<Values>): JSX.Element => (
  <div class="save-bar">
    <button type="submit" class="primary" aria-disabled={why !== null} {...explained(why ?? undefined)}>
      {form.isBusy ? (busy ?? text("saving")) : (action ?? text("save"))}
    </button>
    {form.isChanged && !form.isBusy && !isNew && (
      <button type="button" class="quiet" onClick={form.undo}>
        {text("undo")}
      </button>
    )}
    <p class="said" role="status">
      {form.isSaved && !form.isChanged && (
        <>
          <Icon name="check" />
          {text("saved")}
        </>
      )}
    </p>
  </div>
);

/** The guide of a page of the settings, or of a tab of a channel's page. */
const guides: Readonly<Record<string, string>> = {
  ...{
    channels: "customer-systems",
    providers: "bots",
    keys: "api-keys",
    network: "config-file",
    endpoints: "webhooks",
    service: "backups",
  },
  ...{ connection: "customer-systems", bot: "bots", developers: "webhooks", look: "widget", calls: "calls" },
};

/**
 * The title of a page, with a link to the guide of its subject. Screen readers and keyboard users start here when the focused element was
 * removed.
 */
export function PageTitle({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const element = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) element.current?.focus();
  }, []);
  const [page = "", , tab = ""] = route.value.parts;
  const guide = (page === "channels" ? guides[tab] : undefined) ?? guides[page] ?? "desk";
  return (
    <div class="page-title">
      <h1 ref={element} tabIndex={-1}>
        {children}
      </h1>
      <a class="guide-link" href={`/docs/${guide}`} target="_blank" rel="noopener">
        {text("guide")}
      </a>
    </div>
  );
}

/** The link from a page back to its list. */
export const BackLink = ({
  to,
  children,
}: {
  readonly to: string;
  readonly children: ComponentChildren;
}): JSX.Element => (
  <a class="back-link" href={to}>
    <Icon name="back" />
    {children}
  </a>
);
