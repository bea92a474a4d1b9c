import type { JSX } from "preact";
import { textsOf } from "../../shared/language/texts.ts";
import { useDesk } from "../shell/use-desk.ts";
import { deliveries } from "../texts/en/deliveries.ts";
import type { DeliveryQuery, Option } from "./query.ts";
import { failures, kinds, states, withFailure, withState } from "./query.ts";

const text = textsOf("deliveries", deliveries);

interface FiltersProps {
  readonly query: DeliveryQuery;
  /** The name of the filtered client, once it is known. */
  readonly clientName: string | undefined;
  readonly onChange: (query: DeliveryQuery) => void;
}

/** The filters of the deliveries, which are in the address. */
export function Filters({ query, clientName, onChange }: FiltersProps): JSX.Element {
  const { channels, agent } = useDesk().surroundings.value;
  const offered = agent.role === "admin" ? kinds() : kinds().filter(([kind]) => kind !== "mail" && kind !== "answer");
  const named = channels.map(({ id, name }) => [id, name] as const);
  return (
    <search class="delivery-filters">
      <Choice
        label={text("state")}
        value={query.state}
        options={states()}
        onChange={(state) => onChange(withState(query, state))}
      />
      {(query.state === "failed" || query.failure !== "") && (
        <Choice
          label={text("reason")}
          value={query.failure}
          options={failures()}
          onChange={(failure) => onChange(withFailure(query, failure))}
        />
      )}
      <Choice
        label={text("what")}
        value={query.kind}
        options={offered}
        onChange={(kind) => onChange({ ...query, kind })}
      />
      <Choice
        label={text("channel")}
        value={query.channel}
        options={[["", text("allChannels")], ...named]}
        onChange={(channel) => onChange({ ...query, channel })}
      />
      {query.client !== "" && (
        <button type="button" onClick={() => onChange({ ...query, client: "" })}>
          {clientName === undefined
            ? text("onlyClientNumber", { number: query.client })
            : text("onlyClient", { name: clientName })}
          <span class="hush">{text("showAllClients")}</span>
        </button>
      )}
      {query.chat !== "" && (
        <button type="button" onClick={() => onChange({ ...query, chat: "" })}>
          {text("onlyChat", { id: query.chat })}
          <span class="hush">{text("showAllChats")}</span>
        </button>
      )}
    </search>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly Option[];
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
