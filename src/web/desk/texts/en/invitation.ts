export const invitation = {
  start: "Set the password and start",
  welcome: "Welcome to the desk",
  welcomeWhy: "Choose a password of at least {count} characters for {email}. You log in with it from now on.",
  invitationUsed:
    "This invitation was used already, is older than 7 days, or the account has another password. Reload the page to log in, or ask for a new password.",
  changing: "Changing…",
} as const;
