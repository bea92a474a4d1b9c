import type { Static } from "typebox";
import Type from "typebox";
import type { WidgetSettings } from "../../machines/channel/channel.types.ts";
import { widgetFields } from "./widget-schema.ts";

const hours = Type.Object(
  {
    days: Type.Array(Type.Integer(), { description: "Which days, 1 for Monday to 7 for Sunday." }),
    from: Type.String({ description: "The first minute." }),
    to: Type.String({ description: "The minute after the last." }),
  },
  { additionalProperties: false },
);

/** What administrators see of a widget, with the config file's keys. */
export const widgetAnswerFields = {
  allowedOrigins: Type.Array(Type.String(), {
    description: "The web sites that may carry the widget; any when empty.",
  }),
  safeUrls: Type.Array(Type.String(), { description: "Where links of custom data may lead." }),
  callback: Type.Object(
    {
      enabled: Type.Boolean({ description: "Whether visitors may ask for a call." }),
      balance: Type.Number({ description: "The call balance; none is left at 0." }),
      hours: Type.Array(hours, { description: "When calls may be asked for; always when empty." }),
      timeZone: Type.String({ description: "By whose clock hours count." }),
    },
    { additionalProperties: false, description: "Calls that visitors ask for." },
  ),
};

const _change = Type.Object(widgetFields);
const _answer = Type.Object(widgetAnswerFields);
export type WidgetChange = Static<typeof _change>;
export type WidgetAnswer = Static<typeof _answer>;

/** The widget with every field that is given in place of what it was, inside `callback` too. */
export function toChangedWidget(before: WidgetSettings, change: WidgetChange): WidgetSettings {
  const { callback } = before;
  return {
    allowedOrigins: change.allowedOrigins ?? before.allowedOrigins,
    safeUrls: change.safeUrls ?? before.safeUrls,
    callback: {
      enabled: change.callback?.enabled ?? callback.enabled,
      balance: change.callback?.balance ?? callback.balance,
      hours: change.callback?.hours ?? callback.hours,
      timeZone: change.callback?.timeZone ?? callback.timeZone,
    },
    look: before.look,
    contactsForm: before.contactsForm,
  };
}

export function toWidgetAnswer({ allowedOrigins, safeUrls, callback }: WidgetSettings): WidgetAnswer {
  return {
    allowedOrigins: [...allowedOrigins],
    safeUrls: [...safeUrls],
    callback: {
      enabled: callback.enabled,
      balance: callback.balance,
      hours: callback.hours.map(({ days, from, to }) => ({ days: [...days], from, to })),
      timeZone: callback.timeZone,
    },
  };
}
