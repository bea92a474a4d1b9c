import { signal, useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import type { InspectedChat } from "../../../codec/inspect/inspected.types.ts";
import { counted } from "../../../core/counted.ts";
import { ErrorText } from "../../shared/ui/field.tsx";
import type { InspectorApi } from "../data/api.ts";
import { SaveButtons } from "../export/save-buttons.tsx";
import { toLine } from "../export/sequence-text.ts";
import type { TypingChoice } from "../parts/typing.tsx";
import { isTypingStep, TypingButton } from "../parts/typing.tsx";
import { placeOfActor } from "../shell/place.ts";
import { addressOf } from "../shell/route.ts";
import { lanesMax } from "./chat-actors.ts";
import { openChatReader } from "./chat-reader.ts";
import type { Sequence, SequenceRow } from "./sequence.types.ts";
import { SequenceDrawing } from "./sequence-drawing.tsx";
import { layOut, sizes } from "./sequence-layout.ts";
import { toSequence } from "./sequence-model.ts";
import { localTimes } from "./sequence-words.ts";
import { StepSummary } from "./step-summary.tsx";

export interface SequenceViewProps {
  readonly chatId: string;
  readonly api: InspectorApi;
  readonly typing: TypingChoice;
}

/** The chosen view. It stays while the reader opens a step and returns. */
const isTable = signal(false);
const isUnfolded = signal(false);
const left = { chatId: "", top: 0 };

/** The actors of one conversation, and the events between them in the order of time. */
export function SequenceView({ chatId, api, typing }: SequenceViewProps): JSX.Element {
  const reader = useMemo(
    () =>
      openChatReader({
        api,
        chatId,
        after(delayMs, run) {
          const timer = setTimeout(run, delayMs);
          return () => clearTimeout(timer);
        },
        isHidden: () => document.visibilityState === "hidden",
      }),
    [api, chatId],
  );
  useEffect(() => reader.stop, [reader]);
  const chat = reader.chat.value;
  const failure = reader.failure.value;
  return (
    <main class="sequence">
      {chat === null ? (
        <>
          <Heading chatId={chatId} />
          <p class="empty" role={failure === null ? "status" : "alert"}>
            {failure === null ? "Loading…" : failure.message}
          </p>
        </>
      ) : (
        <Opened key={chatId} chat={chat} typing={typing} failure={failure?.message ?? null} />
      )}
    </main>
  );
}

/** The column width, within limits, at which all columns fit side by side. */
function useColumnWidth(count: number): number {
  const pageWidth = useSignal(innerWidth);
  useEffect(() => {
    const see = (): void => {
      pageWidth.value = innerWidth;
    };
    addEventListener("resize", see);
    return () => removeEventListener("resize", see);
  }, []);
  const beside = pageWidth.value < summaryBelowPx ? 0 : summaryPx;
  const room = Math.floor((pageWidth.value - beside - sizes.gutter - 2 * sizes.margin) / Math.max(1, count));
  return Math.max(sizes.narrowColumn, Math.min(sizes.column, room));
}
/** As in `styles/sequence.css`: the width of the summary, and the page width below which the summary is under the drawing. */
const summaryPx = 300;
const summaryBelowPx = 900;

const Heading = ({ chatId, note = "" }: { readonly chatId: string; readonly note?: string }): JSX.Element => (
  <div class="heading">
    <p>
      <a href={addressOf({ view: "list" })}>Actors</a>
      {" / "}
      <a href={addressOf({ view: "actor", kind: "chat", id: chatId, step: null })}>chat/{chatId}</a>{" "}
      <span class="help">{note}</span>
    </p>
    <h1>Sequence of chat {chatId}</h1>
  </div>
);

interface OpenedProps {
  readonly chat: InspectedChat;
  readonly typing: TypingChoice;
  /** The failure of the last reread. */
  readonly failure: string | null;
}

function Opened({ chat: whole, typing, failure }: OpenedProps): JSX.Element {
  const isTypingHidden = typing.isHidden.value;
  const chat = useMemo(
    () => (isTypingHidden ? { ...whole, steps: whole.steps.filter((one) => !isTypingStep(one)) } : whole),
    [whole, isTypingHidden],
  );

  const pointed = useSignal<SequenceRow | null>(null);
  const unfolded = isUnfolded.value;
  const sequence = useMemo(() => toSequence(chat, { isUnfolded: unfolded }), [chat, unfolded]);
  const columnWidth = useColumnWidth(sequence.columns.length);
  const layout = useMemo(() => layOut(sequence, localTimes, columnWidth), [sequence, columnWidth]);
  return (
    <>
      <header class="sequence-head">
        <Heading chatId={chat.chatId} note={noteOn(whole)} />
        <Controls sequence={sequence}>
          <TypingButton choice={typing} steps={whole.steps} />
        </Controls>
        <SaveButtons chat={whole} sequence={sequence} />
        {failure !== null && <ErrorText>It is shown as it was: {failure}</ErrorText>}
      </header>
      {whole.steps.length === 0 && (
        <p class="empty">No steps of this chat are stored any more. The service keeps the last steps for some days.</p>
      )}
      {sequence.rows.length > 0 && isTable.value && <SequenceTable sequence={sequence} />}
      {sequence.rows.length > 0 && !isTable.value && (
        <div class="sequence-body">
          <SequenceDrawing
            sequence={sequence}
            layout={layout}
            startTop={left.chatId === chat.chatId ? left.top : 0}
            onScroll={(top) => Object.assign(left, { chatId: chat.chatId, top })}
            onPoint={(row) => {
              pointed.value = row;
            }}
          />
          <StepSummary row={pointed.value} />
        </div>
      )}
    </>
  );
}

interface ControlsProps {
  readonly sequence: Sequence;
  readonly children: ComponentChildren;
}

function Controls({ sequence, children }: ControlsProps): JSX.Element {
  return (
    <fieldset class="segmented">
      <legend class="hush">How it is shown</legend>
      <button type="button" aria-pressed={!isTable.value} onClick={() => (isTable.value = false)}>
        Drawing
      </button>
      <button type="button" aria-pressed={isTable.value} onClick={() => (isTable.value = true)}>
        Table
      </button>
      {sequence.deliveries > lanesMax && (
        <button type="button" aria-pressed={!sequence.isFolded} onClick={() => (isUnfolded.value = sequence.isFolded)}>
          A lane for each of {sequence.deliveries} deliveries
        </button>
      )}
      {children}
    </fieldset>
  );
}

/** The number of steps, and the note that some may be missing. */
function noteOn({ steps, chatId }: InspectedChat): string {
  const first = steps.find(({ actor }) => actor === `chat/${chatId}`);
  const isCut = first !== undefined && first.before !== null;
  return `${counted(steps.length, "step")}${isCut ? "; earlier ones are not kept any more" : ""}`;
}

/** The table first lists this many newest steps; older ones on request. */
const listedMax = 300;

/** The sequence in words: a row for each step, for readers who do not see the drawing and for the browser's search. */
function SequenceTable({ sequence }: { readonly sequence: Sequence }): JSX.Element {
  const listed = useSignal(listedMax);
  const rows = sequence.rows.slice(-listed.value);
  const hidden = sequence.rows.length - rows.length;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must reach a scrollable element.
    <section class="sequence-table" aria-label="Steps" tabIndex={0}>
      {hidden > 0 && (
        <button type="button" onClick={() => (listed.value += listedMax)}>
          Show {Math.min(hidden, listedMax)} earlier steps
        </button>
      )}
      <table>
        <thead>
          <tr>
            {["Time", "From", "To", "Event", "State", "Sent", "Cause"].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const line = toLine(sequence, row, localTimes);
            return (
              <tr key={line.key} class={line.isFailed ? "failed" : ""}>
                <td class="number" title={line.day}>
                  {line.time}
                </td>
                <td>{line.from}</td>
                <td>{line.to}</td>
                <td>
                  <a href={addressOf(placeOfActor(row.step.actor, row.step))}>{line.event}</a>
                </td>
                <td>{line.state}</td>
                <td>{line.sent}</td>
                <td>{line.cause}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
