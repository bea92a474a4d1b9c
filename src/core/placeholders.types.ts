type NamesIn<T> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type FormsOf<T> = T extends string ? T : T[keyof T] | "{n}";

/** The names of the placeholders in a text, or in a text with plural forms, which always has `{n}`. */
export type PlaceholdersIn<T> = NamesIn<FormsOf<T>>;
