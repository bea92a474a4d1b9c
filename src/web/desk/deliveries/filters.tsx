import type { JSX } from "preact";
import { useDesk } from "../shell/use-desk.ts";
import type { DeliveryQuery } from "./query.ts";
import { failures, kinds, states, withFailure, withState } from "./query.ts";

interface FiltersProps {
  readonly query: DeliveryQuery;
  /** Of the client that is filtered by, once it is known. */
  readonly clientName: string | undefined;
  readonly onChange: (query: DeliveryQuery) => void;
}

/** Which deliveries are shown. The address has it. */
export function Filters({ query, clientName, onChange }: FiltersProps): JSX.Element {
  const { channels, agent } = useDesk().surroundings.value;
  const offered = agent.role === "admin" ? kinds : kinds.filter(([kind]) => kind !== "mail" && kind !== "answer");
  const named = channels.map(({ id, name }) => [id, name] as const);
  return (
    <search class="delivery-filters">
      <Choice
        label="State"
        value={query.state}
        options={states}
        onChange={(state) => onChange(withState(query, state))}
      />
      {(query.state === "failed" || query.failure !== "") && (
        <Choice
          label="Reason"
          value={query.failure}
          options={failures}
          onChange={(failure) => onChange(withFailure(query, failure))}
        />
      )}
      <Choice label="What" value={query.kind} options={offered} onChange={(kind) => onChange({ ...query, kind })} />
      <Choice
        label="Channel"
        value={query.channel}
        options={[["", "All"], ...named]}
        onChange={(channel) => onChange({ ...query, channel })}
      />
      {query.client !== "" && (
        <button type="button" onClick={() => onChange({ ...query, client: "" })}>
          Only {clientName ?? `client ${query.client}`} ×<span class="hush">: show all clients</span>
        </button>
      )}
      {query.chat !== "" && (
        <button type="button" onClick={() => onChange({ ...query, chat: "" })}>
          Only chat {query.chat} ×<span class="hush">: show all chats</span>
        </button>
      )}
    </search>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, name: string])[];
  readonly onChange: (value: string) => void;
}

const Choice = ({ label, value, options, onChange }: ChoiceProps): JSX.Element => (
  <label>
    <span class="help">{label}</span>
    <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      {options.map(([option, name]) => (
        <option key={option} value={option}>
          {name}
        </option>
      ))}
      {options.every(([option]) => option !== value) && <option value={value}>{value}</option>}
    </select>
  </label>
);
