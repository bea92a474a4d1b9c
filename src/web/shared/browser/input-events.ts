/**
 * Whether the key belongs to an input method. In Safari, the Enter that ends a conversion comes after `compositionend`, and only its key
 * code shows this. Source: UI Events, section 7.3.1.
 */
export const isInputMethod = ({ isComposing, keyCode }: KeyboardEvent): boolean => isComposing || keyCode === 229;

/**
 * Returns the files that are pasted. Text wins over a picture beside it: cells of a spreadsheet come with a picture of themselves. Beside
 * a file, some systems give its name as text.
 */
export function pastedFiles({ clipboardData }: ClipboardEvent): readonly File[] {
  const files = [...(clipboardData?.files ?? [])];
  const text = clipboardData?.getData("text/plain");
  return text && !files.some(({ name }) => text.includes(name)) ? [] : files;
}
