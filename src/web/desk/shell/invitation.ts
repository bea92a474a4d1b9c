import { invitationStart } from "../../../core/addresses/invitation.ts";

/** An agent's address and one-time password. */
export interface Invitation {
  readonly email: string;
  readonly password: string;
}

/** Takes the invitation out of the page's address, so that neither the history nor a bookmark keeps it. */
export function takeInvitation(): Invitation | null {
  const { hash } = location;
  if (!hash.startsWith(invitationStart)) return null;
  history.replaceState(null, "", "#");
  const [email = "", password = ""] = hash.slice(invitationStart.length).split("/");
  try {
    return { email: decodeURIComponent(email), password: decodeURIComponent(password) };
  } catch {
    return null;
  }
}
