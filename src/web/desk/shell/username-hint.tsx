import type { JSX } from "preact";

/** A hidden field with the user name, so that the browser's password manager knows whose password a form changes. */
export const UsernameHint = ({ email }: { readonly email: string }): JSX.Element => (
  <input type="email" class="hush" autocomplete="username" readonly tabIndex={-1} aria-hidden="true" value={email} />
);
