/** An agent's address and one-time password. Both are secret, so they stand behind the # of an address, which browsers never send. */
export interface Invitation {
  readonly email: string;
  readonly password: string;
}

/** How the address of an invitation goes on after the desk's own. */
export const invitationStart = "#/invitation/";

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
