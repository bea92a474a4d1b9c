import type { Command } from "../../bridge.types.ts";
import type { InvitationRules } from "../page/invitation-rules.ts";
import type { PageWatch } from "../page/page-watch.ts";
import type { Identity } from "../visitor/identity.ts";
import type { WidgetWindow } from "../window.ts";
import type { Asking } from "./asking.ts";
import type { Writing } from "./writing.ts";

type Carry = { readonly [Type in Command["type"]]: (command: Extract<Command, { readonly type: Type }>) => void };

/** Carries out the commands of the page. */
export function createCommands({
  window,
  asking,
  writing,
  page,
  rules,
  identity,
  number,
}: {
  readonly window: WidgetWindow;
  readonly asking: Asking;
  readonly writing: Writing;
  readonly page: PageWatch;
  readonly rules: InvitationRules;
  readonly identity: Identity;
  number(): number | null;
}) {
  const carry: Carry = {
    open: () => window.send({ type: "window.open-requested" }),
    close: () => window.send({ type: "window.close-requested" }),
    open_call: () => window.send({ type: "call.form-requested" }),
    contact: ({ fields }) => asking.tellContact(fields),
    custom_data: asking.ask,
    user_token: ({ token }) => asking.ask({ type: "user_token", value: token }),
    identity: identity.set,
    rules: (command) => rules.set(command.rules),
    invitation: ({ text, departmentId }) => writing.invite({ text, departmentId }),
    call: ({ phone }) => void asking.askCall(phone),
    offline_message: ({ fields, text }) => void asking.leaveMessage(fields, text),
    page_title: ({ title, url }) => page.tell(title, url),
    visitor_number: ({ callback }) => queueMicrotask(() => callback(null, number())),
    callback_state: ({ callback }) => callback(),
  };
  return (command: Command): void => (carry[command.type] as (command: Command) => void)(command);
}
