import type { JSX } from "preact";
import { passwordBounds } from "../../../codec/settings/password-bounds.ts";
import type { Answer, Api } from "../../shared/api/api.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { EntryForm } from "../../shared/login/login.tsx";
import { shell } from "../texts/en/shell.ts";
import { changePassword, newPasswordField } from "./first-password.tsx";
import { UsernameHint } from "./username-hint.tsx";

const text = textsOf("shell", shell);

/** An agent's address and one-time password. Both are secret, so they stand behind the # of an address, which browsers never send. */
export interface Invitation {
  readonly email: string;
  readonly password: string;
}

const start = "#/invitation/";

/** The address on which an invited agent chooses a password. */
export const invitationUrl = (publicUrl: string, { email, password }: Invitation): string =>
  `${publicUrl}/desk/${start}${encodeURIComponent(email)}/${encodeURIComponent(password)}`;

/** Takes the invitation out of the page's address, so that neither the history nor a bookmark keeps it. */
export function takeInvitation(): Invitation | null {
  const { hash } = location;
  if (!hash.startsWith(start)) return null;
  history.replaceState(null, "", "#");
  const [email = "", password = ""] = hash.slice(start.length).split("/");
  try {
    return { email: decodeURIComponent(email), password: decodeURIComponent(password) };
  } catch {
    return null;
  }
}

interface AcceptProps {
  readonly api: Api;
  readonly invitation: Invitation;
  readonly onDone: () => void;
}

/** The form of an invited agent: the own password replaces the one-time password. Source: AUTH-15. */
export const AcceptInvitation = ({ api, invitation, onDone }: AcceptProps): JSX.Element => (
  <main class="login">
    <EntryForm
      titleId="invitation-title"
      action={text("start")}
      busy={text("changing")}
      fields={{ password: newPasswordField() }}
      send={({ password }) => accept(api, invitation, password)}
      onDone={onDone}
    >
      <h1 id="invitation-title">{text("welcome")}</h1>
      <p>{text("welcomeWhy", { email: invitation.email, count: passwordBounds.minLength })}</p>
      <UsernameHint email={invitation.email} />
    </EntryForm>
  </main>
);

async function accept(api: Api, { email, password }: Invitation, chosen: string): Promise<Answer<unknown>> {
  const session = await api.send("POST", "/api/session", { body: { email, password } });
  if (session.ok) return changePassword(api, { current: password, password: chosen });
  const { failure } = session;
  return failure.status === 401 ? { ok: false, failure: { ...failure, message: text("invitationUsed") } } : session;
}
