import type { JSX } from "preact";
import type { DeskOfflineMessage } from "../../../codec/desk/desk-offline.ts";
import { split, textsOf } from "../../shared/language/texts.ts";
import { Ago } from "../../shared/parts/ago.tsx";
import { press, underWay } from "../../shared/parts/press.ts";
import { explained } from "../../shared/ui/tooltip.ts";
import { useDesk } from "../shell/use-desk.ts";
import { left } from "../texts/en/left.ts";

const text = textsOf("left", left);

interface LeftStateProps {
  readonly message: DeskOfflineMessage;
  /** Whether mails can be sent from here. */
  readonly canAnswer: boolean;
  readonly isBusy: boolean;
  readonly onChange: (change: { readonly ownerId?: number | null; readonly done?: boolean }) => void;
  readonly onWrite: () => void;
}

/** The owner and state of the message, with its actions. */
export function LeftState({ message, canAnswer, isBusy, onChange, onWrite }: LeftStateProps): JSX.Element {
  const { agent: me, agents } = useDesk().surroundings.value;
  const { owner, done, state, email } = message;
  const isOpen = state === "open";
  const isAnothers = owner !== null && owner.id !== me.id;
  const others = agents.filter(({ id }) => id !== me.id && id !== owner?.id);
  const canHandOn = !isAnothers || me.role === "admin";
  const why = isBusy ? underWay() : null;
  return (
    <>
      {done !== null && (
        <p class="help">
          {split(
            done.by.id === me.id
              ? text("doneByYou", { time: "{time}" })
              : text("doneBy", { name: done.by.name, time: "{time}" }),
            { time: <Ago atMs={done.at} /> },
          )}
        </p>
      )}
      <p class="left-actions">
        {isOpen && canAnswer && email && (!isAnothers || me.role === "admin") && (
          <button type="button" class="primary" {...press(why, onWrite)}>
            {text("answerByMail")}
          </button>
        )}
        <button type="button" {...press(why, () => onChange({ done: isOpen }))}>
          {text(isOpen ? "markDone" : "openAgain")}
        </button>
        {isOpen && owner === null && (
          <button type="button" {...press(why, () => onChange({ ownerId: me.id }))}>
            {text("take")}
          </button>
        )}
        {isOpen && owner?.id === me.id && (
          <button type="button" {...press(why, () => onChange({ ownerId: null }))}>
            {text("giveBack")}
          </button>
        )}
        {isOpen && canHandOn && others.length > 0 && (
          <select
            aria-label={text("assignTo")}
            aria-disabled={isBusy}
            {...explained(why ?? undefined)}
            value=""
            onChange={(event) => {
              if (!isBusy) onChange({ ownerId: Number(event.currentTarget.value) });
            }}
          >
            <option value="" disabled>
              {text("assignToWhom")}
            </option>
            {others.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
        {owner !== null && (
          <span class="help">{owner.id === me.id ? text("yours") : text("ownedBy", { name: owner.name })}</span>
        )}
      </p>
      {isOpen && !email && <p class="help">{text("noAddress")}</p>}
    </>
  );
}
