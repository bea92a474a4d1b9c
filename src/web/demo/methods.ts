/** Shows the values of a later answer on the page. */
type Back = (...values: readonly unknown[]) => void;
type Field = (name: string) => string;

/**
 * The arguments of each method, from the fields of its form. Methods that answer later get `back`. Throws a `SyntaxError` if a
 * field must be JSON but is not. Source: section "Methods" of the rules.
 */
export const argumentsOf: Readonly<Record<string, (field: Field, back: Back) => readonly unknown[]>> = {
  open: (field) => (field("start") === "" ? [] : [{ start: field("start") }]),
  close: () => [],
  destroy: () => [],
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
