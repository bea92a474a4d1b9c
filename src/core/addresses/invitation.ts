/** How the address of an invitation goes on after the desk's own. What follows is secret, so it stands behind the # of an address, which browsers never send. */
export const invitationStart = "#/invitation/";

/** The page of the desk where an invited agent chooses a password. A secret. */
export const invitationUrl = (publicUrl: string, email: string, password: string): string =>
  `${publicUrl}/desk/${invitationStart}${encodeURIComponent(email)}/${encodeURIComponent(password)}`;
