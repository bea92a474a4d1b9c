import type { InvitationRule } from "../bridge.types.ts";
import type { Given } from "./texts.ts";
import { asGiven, toNumber, toText } from "./texts.ts";

/** Returns the rules that are enabled and have a text. Source: WJ-22. */
export const readRules = (rules: Given): readonly InvitationRule[] =>
  Object.entries(rules).flatMap(([name, value]) => {
    const { enabled = true, conditions, text, department_id } = asGiven(value);
    const { seconds_on_page, url_contains, visits } = asGiven(conditions);
    const rule: InvitationRule = {
      name,
      secondsOnPage: toNumber(seconds_on_page),
      urlContains: toText(url_contains) ?? "",
      visits: toNumber(visits),
      text: toText(text) ?? "",
      departmentId: toNumber(department_id) || null,
    };
    return enabled && rule.text ? rule : [];
  });
