/** Calls back with what the page is to show. */
type Back = (...values: readonly unknown[]) => void;
type Field = (name: string) => string;

/**
 * What each method is called with, from the fields of its form. Methods that answer later get `back`. Throws a `SyntaxError` where a
 * field must be JSON. Source: section "Methods" of the rules.
 */
export const argumentsOf: Readonly<Record<string, (field: Field, back: Back) => readonly unknown[]>> = {
  open: (field) => (field("start") === "" ? [] : [{ start: field("start") }]),
  close: () => [],
  chatMode: () => [],
  getContactInfo: () => [],
  getVisitorNumber: (_field, back) => [back],
  isCallbackEnabled: (_field, back) => [back],
  setContactInfo: (field) => [pick(field, contactFields)],
  setCustomData: (field) => [JSON.parse(field("fields"))],
  setRules: (field) => [JSON.parse(field("rules"))],
  setUserToken: (field) => [field("token")],
  showProactiveInvitation: (field) =>
    field("department") === "" ? [field("text")] : [field("text"), Number(field("department"))],
  startCall: (field) => [field("phone")],
  sendOfflineMessage: (field) => [pick(field, [...contactFields, "message"])],
  sendPageTitle: (field) => [field("title"), true, field("url")],
};

const contactFields = ["name", "email", "phone", "description"];

const pick = (field: Field, names: readonly string[]): object =>
  Object.fromEntries(names.map((name) => [name, field(name)]));
