/** Text as it may stand in HTML, also between quotes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (found) => `&#${found.charCodeAt(0)};`);
