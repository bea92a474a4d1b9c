import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { ComboboxField, Listbox, useCombobox } from "../shared/ui/combobox.tsx";
import { Dialog } from "../shared/ui/dialog.tsx";
import { Field } from "../shared/ui/field.tsx";
import { hueOf } from "../shared/ui/hue.ts";
import { Icon } from "../shared/ui/icon.tsx";
import { icons } from "../shared/ui/icons.ts";
import { explained, named } from "../shared/ui/tooltip.ts";

interface CaseProps {
  /** The state of the part; a test forces `hover` and `focus` on the elements of these cases. */
  readonly state: string;
  readonly children: ComponentChildren;
}

const Case = ({ state, children }: CaseProps): JSX.Element => (
  <div class="case" data-state={state}>
    <p class="help">{state}</p>
    <div class="shown">{children}</div>
  </div>
);

interface PartProps {
  readonly name: string;
  readonly children: ComponentChildren;
}

const Part = ({ name, children }: PartProps): JSX.Element => (
  <section data-part={name} aria-label={name}>
    <h2>{name}</h2>
    <div class="cases">{children}</div>
  </section>
);

const inEachState = ["rest", "hover", "focus"];

/** Every part of the pages in each of its states. */
export const Parts = (): JSX.Element => (
  <div class="parts">
    <h1>Parts</h1>
    <Buttons />
    <Fields />
    <Choices />
    <Lists />
    <Marks />
    <Messages />
    <Layers />
    <Part name="icon">
      <Case state="rest">
        {(Object.keys(icons) as (keyof typeof icons)[]).map((name) => (
          <Icon key={name} name={name} />
        ))}
      </Case>
    </Part>
  </div>
);

const ranks = { primary: "Primary", plain: "Plain", quiet: "Quiet", danger: "Danger" };

const Buttons = (): JSX.Element => (
  <>
    {Object.entries(ranks).map(([rank, words]) => (
      <Part key={rank} name={`button ${rank}`}>
        {inEachState.map((state) => (
          <Case key={state} state={state}>
            <button type="button" class={rank}>
              {words}
            </button>
          </Case>
        ))}
        <Case state="disabled">
          <button type="button" class={rank} aria-disabled="true" {...explained("This is why.")}>
            {words}
          </button>
        </Case>
        <Case state="with an icon, a link">
          <a class={`button ${rank}`} href="#ltr">
            <Icon name="plus" />
            {words}
          </a>
        </Case>
      </Part>
    ))}
    <Part name="icon button">
      {inEachState.map((state) => (
        <Case key={state} state={state}>
          <button type="button" class="icon-button" {...named("Attach a file")}>
            <Icon name="attach" />
          </button>
        </Case>
      ))}
      <Case state="disabled">
        <button
          type="button"
          class="icon-button"
          aria-disabled="true"
          {...named("Attach a file", "Files are too large.")}
        >
          <Icon name="attach" />
        </button>
      </Case>
    </Part>
  </>
);

const Fields = (): JSX.Element => (
  <Part name="field">
    {inEachState.map((state) => (
      <Case key={state} state={state}>
        <Field label="Name" help="As your customers see it.">
          {(control) => <input {...control} value="Maria" />}
        </Field>
      </Case>
    ))}
    <Case state="error">
      <Field label="Name" error="Enter a name.">
        {(control) => <input {...control} placeholder="Name" />}
      </Field>
    </Case>
    <Case state="of several lines">
      <Field label="Text">{(control) => <textarea {...control} rows={2} />}</Field>
    </Case>
    <Case state="a choice">
      <Field label="Language">
        {(control) => (
          <select {...control}>
            <option>English</option>
          </select>
        )}
      </Field>
    </Case>
    <Case state="off">
      <Switch isOn={false} />
    </Case>
    <Case state="on">
      <Switch isOn />
    </Case>
  </Part>
);

const Switch = ({ isOn }: { readonly isOn: boolean }): JSX.Element => (
  <button type="button" role="switch" aria-checked={isOn}>
    Take new chats <span class="toggle" />
  </button>
);

const receivers = [
  { id: "1", group: "Agents", name: "Kim" },
  { id: "2", group: "Agents", name: "Lee" },
  { id: "3", group: "Departments", name: "Sales" },
];

function Chooser({ known }: { readonly known: typeof receivers }): JSX.Element {
  const [query, setQuery] = useState("");
  const [taken, take] = useState("");
  const options = known.filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()));
  const box = useCombobox({ options, query, isFirstChosen: true, onTake: ({ name }) => take(name) });
  return (
    <>
      <ComboboxField box={box} label="Find a receiver" value={query} onInput={setQuery} />
      <Listbox {...box.list} label="Receivers" empty="Nobody has this name.">
        {({ name }) => (
          <>
            {name} <span class="presence there">Here</span>
          </>
        )}
      </Listbox>
      <p role="status">{taken}</p>
    </>
  );
}

const Choices = (): JSX.Element => (
  <>
    <Part name="combobox">
      <Case state="rest">
        <Chooser known={receivers} />
      </Case>
      <Case state="empty">
        <Chooser known={[]} />
      </Case>
    </Part>
    <Part name="tabs">
      {inEachState.map((state) => (
        <Case key={state} state={state}>
          <nav class="tabs" aria-label={`Tabs, ${state}`}>
            <a href="#ltr" aria-current="page">
              General
            </a>
            <a href="#rtl">Look</a>
          </nav>
        </Case>
      ))}
    </Part>
    <Part name="segmented control">
      {inEachState.map((state) => (
        <Case key={state} state={state}>
          <fieldset class="segmented">
            <legend class="hush">Look, {state}</legend>
            <button type="button" aria-pressed="true">
              Drawing
            </button>
            <button type="button" aria-pressed="false">
              Table
            </button>
          </fieldset>
        </Case>
      ))}
    </Part>
  </>
);

const Lists = (): JSX.Element => (
  <>
    <Part name="row">
      {inEachState.map((state) => (
        <Case key={state} state={state}>
          <ul>
            <li>
              <a class="row" href="#ltr">
                Maria
              </a>
            </li>
          </ul>
        </Case>
      ))}
      <Case state="open">
        <a class="row" href="#ltr" aria-current="true">
          Maria
        </a>
      </Case>
    </Part>
    <Part name="card">
      <Case state="one thing">
        <section class="card">A card around one thing.</section>
      </Case>
      <Case state="a list">
        <ul class="card-list">
          {["Maria", "Omar"].map((name) => (
            <li key={name}>
              <a class="row" href="#ltr">
                {name}
              </a>
            </li>
          ))}
        </ul>
      </Case>
    </Part>
  </>
);

const Marks = (): JSX.Element => (
  <>
    <Part name="badge">
      {["", "good", "warning", "failing"].map((look) => (
        <Case key={look} state={look === "" ? "rest" : look}>
          <span class={`badge ${look}`}>Parked</span>
        </Case>
      ))}
    </Part>
    <Part name="count">
      {["", "failing"].map((look) => (
        <Case key={look} state={look === "" ? "rest" : look}>
          <span class={`count ${look}`}>12</span>
        </Case>
      ))}
    </Part>
    <Part name="presence">
      <Case state="there">
        <span class="presence there">Here</span>
      </Case>
      <Case state="away">
        <span class="presence">Away</span>
      </Case>
    </Part>
    <Part name="avatar">
      {["Maria", "Omar", "Lee", "Kim"].map((name) => (
        <Case key={name} state={name}>
          <span class={`avatar ${hueOf(name)}`}>{name.slice(0, 1)}</span>
        </Case>
      ))}
    </Part>
    <Part name="key cap">
      <Case state="rest">
        <span class="key-caps">
          <kbd>Ctrl</kbd>
          <kbd>K</kbd>
        </span>
      </Case>
    </Part>
  </>
);

const Messages = (): JSX.Element => (
  <>
    <Part name="banner">
      {["", "failing"].map((look) => (
        <Case key={look} state={look === "" ? "rest" : look}>
          <p class={`banner ${look}`}>
            Not connected. <button type="button">Try now</button>
          </p>
        </Case>
      ))}
    </Part>
    <Part name="toast">
      {["", "failed"].map((look) => (
        <Case key={look} state={look === "" ? "rest" : look}>
          <p class={`toast ${look}`}>
            The chat is closed.
            <button type="button">Open again</button>
            <button type="button" class="icon-button" {...named("Put away")}>
              <Icon name="close" />
            </button>
          </p>
        </Case>
      ))}
    </Part>
    <Part name="empty state">
      <Case state="empty">
        <p class="empty">Nobody waits.</p>
      </Case>
      <Case state="busy">
        <p class="empty" aria-busy="true">
          Loading…
        </p>
      </Case>
    </Part>
  </>
);

const Layers = (): JSX.Element => (
  <>
    <Part name="dialog">
      <Case state="in its place">
        <dialog open aria-label="Close the chat?">
          <h3 class="dialog-title">Close the chat?</h3>
          <p>The client is told.</p>
          <footer class="dialog-actions">
            <button type="button">Cancel</button>
            <button type="button" class="primary">
              Close
            </button>
          </footer>
        </dialog>
      </Case>
      <Case state="over the page">
        <Opener />
      </Case>
    </Part>
    <Part name="menu">
      <Case state="rest">
        <nav class="menu" aria-label="Menu">
          <a href="#ltr" aria-current="page">
            Waiting <span class="number">3</span>
          </a>
          <button type="button">
            Log out
            <span class="key-caps">
              <kbd>g</kbd>
              <kbd>x</kbd>
            </span>
          </button>
        </nav>
      </Case>
    </Part>
    <Part name="tooltip">
      <Case state="in its place">
        <div class="tooltip">Attach a file</div>
      </Case>
    </Part>
    <Part name="login">
      <Case state="rest">
        <div class="login">
          <form>
            <h3>Log in</h3>
          </form>
        </div>
      </Case>
    </Part>
  </>
);

function Opener(): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open a dialog
      </button>
      {isOpen && (
        <Dialog title="A dialog" onClose={close}>
          <footer class="dialog-actions">
            <button type="button" class="icon-button" {...named("Close")} onClick={close}>
              <Icon name="close" />
            </button>
          </footer>
        </Dialog>
      )}
    </>
  );
}
