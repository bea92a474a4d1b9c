import type { ChannelAnswer } from "../../../../codec/admin/channel-answer.ts";
import { useDesk } from "../../shell/use-desk.ts";
import type { Form, FormParts } from "../forms/use-form.ts";
import { useForm } from "../forms/use-form.ts";
import { channelsOf } from "./channels-data.ts";

interface ChannelFormParts<Values extends object> extends Omit<FormParts<Values>, "send"> {
  readonly channel: ChannelAnswer;
  /** Converts the changes for the request; by default they are sent unchanged. */
  readonly toChange?: (changed: Partial<Values>, values: Values) => object;
}

/** The prefix of the names of a channel's forms. */
export const formsOf = (id: string): string => `channel ${id} `;

/** A form with fields of a channel; only changes are sent. Source: CH-06. */
export function useChannelForm<Values extends object>(parts: ChannelFormParts<Values>): Form<Values> {
  const { channel, toChange = (changed) => changed } = parts;
  const desk = useDesk();
  return useForm<Values>({
    ...parts,
    name: `${formsOf(channel.id)}${parts.name}`,
    send: (changed, values) => channelsOf(desk).change(channel.id, toChange(changed, values)),
  });
}
