/** A text with constants of the program. A string is literal text; an object names a constant. */
export type Text = readonly Piece[];
export type Piece = string | { readonly constant: string };

/** Where a constant of a program gets its value: literal text, the environment, or a file. */
export type Constant = { readonly value: string } | { readonly file: string } | { readonly from: "environment" };

export interface SampleRequest {
  readonly method: string;
  readonly url: Text;
  readonly headers: readonly (readonly [name: string, value: Text])[];
  /** The value that is sent as JSON, or the file that is sent. Absent without a body. */
  readonly body?: { readonly json: unknown } | { readonly file: string };
  /** The file that gets the answer. Absent: the answer is printed. */
  readonly savedAs?: string;
}

/** Requests, one after the other, and the constants that they use. */
export interface SampleProgram {
  readonly constants: ReadonlyMap<string, Constant>;
  readonly requests: readonly SampleRequest[];
}
