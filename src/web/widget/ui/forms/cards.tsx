import type { Cards } from "../later/later.types.ts";
import { CallForm } from "./call-form.tsx";
import { ContactsForm } from "./contacts-form.tsx";
import { OfflineForm } from "./offline-form.tsx";
import { RatingForm } from "./rating-form.tsx";

/** The content of a separate script, which is loaded with the first card. */
export const parts: Cards = {
  contacts: ContactsForm,
  offline: OfflineForm,
  call: CallForm,
  rating: ({ view }) => <RatingForm view={view} />,
};
