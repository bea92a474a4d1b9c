/** Replaces the placeholders `__NAME__` of a page with values, as text. */
export const fillPage = (page: string, values: Readonly<Record<string, string>>): string =>
  page.replace(/__([A-Z]+)__/g, (_whole, name: string) => escapeHtml(values[name] ?? ""));

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (found) => `&#${found.charCodeAt(0)};`);
