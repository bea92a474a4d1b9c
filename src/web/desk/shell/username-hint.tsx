import type { JSX } from "preact";

/** Tells a browser's store of passwords whose password a form changes; people do not see it. */
export const UsernameHint = ({ email }: { readonly email: string }): JSX.Element => (
  <input type="email" class="hush" autocomplete="username" readonly tabIndex={-1} aria-hidden="true" value={email} />
);
