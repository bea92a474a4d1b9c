/**
 * Whether the key belongs to an input method. In Safari, the Enter that ends a conversion comes after `compositionend`, and only its key
 * code shows this. Source: UI Events, section 7.3.1.
 */
export const isInputMethod = ({ isComposing, keyCode }: KeyboardEvent): boolean => isComposing || keyCode === 229;
