import type { TSchema, TString } from "typebox";
import Type from "typebox";
import { about } from "./schema-parts.ts";

export interface SecretOptions {
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** Makes the schema of one secret: only its text where values are checked, or also the allowed replacements for the text. */
export type SecretSchema<Secret extends TSchema> = (
  title: string,
  description: string,
  options?: SecretOptions,
) => Secret;

export const secretText = (options: SecretOptions = {}) => ({ minLength: 1, maxLength: 4096, ...options });

/** A secret as its text. */
export const plainSecret: SecretSchema<TString> = (title, description, options) =>
  Type.String({ ...secretText(options), writeOnly: true, ...about(title, description) });
