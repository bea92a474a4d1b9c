import type { ChannelAnswer } from "../../../../codec/admin/channel-answer.ts";
import { useDesk } from "../../shell/use-desk.ts";
import type { Form, FormParts } from "../forms/use-form.ts";
import { useForm } from "../forms/use-form.ts";
import { channelsOf } from "./channels-data.ts";

interface ChannelFormParts<Values extends object> extends Omit<FormParts<Values>, "send"> {
  readonly channel: ChannelAnswer;
  /** What is sent for what was changed; the changes as they are when absent. */
  readonly toChange?: (changed: Partial<Values>, values: Values) => object;
}

/** What unsaved forms of a channel are called begins so. */
export const formsOf = (id: string): string => `channel ${id} `;

/** A form whose fields are a channel's: only what was changed is sent. Source: CH-06. */
export function useChannelForm<Values extends object>(parts: ChannelFormParts<Values>): Form<Values> {
  const { channel, toChange = (changed) => changed } = parts;
  const desk = useDesk();
  return useForm<Values>({
    ...parts,
    name: `${formsOf(channel.id)}${parts.name}`,
    send: (changed, values) => channelsOf(desk).change(channel.id, toChange(changed, values)),
  });
}
