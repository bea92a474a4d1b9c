/** What an API key may be permitted to do. `src/docs/api-keys.md` says what each scope permits. Source: AUTH-16. */
export const scopes = ["chats:read", "chats:write", "deliveries", "export", "inspect", "administration"] as const;
export type Scope = (typeof scopes)[number];

/** The form of a key's name: 1 to 64 characters, no space at its ends. */
export const keyNamePattern = "^\\S(.{0,62}\\S)?$";
